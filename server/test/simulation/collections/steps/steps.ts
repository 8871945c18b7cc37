import type { Step } from '../../kernel/steps.ts'
import type { Stage } from '../stage.ts'
import { deliverCallbacks, lookAgain, strangeCallback, takeForgotten } from './callbacks.ts'
import { endPages, usePage } from './page.ts'
import { decide, settle, spend } from './people.ts'
import { customersAct, providerForgets, releaseSlow } from './provider-side.ts'
import { request } from './request.ts'
import { storm } from './storm.ts'
import { chase, jump, refresh, sumUp } from './time-and-workers.ts'

export const steps: Step<Stage>[] = [
  { name: 'request', weight: 24, take: request },
  { name: 'customers', weight: 18, take: customersAct },
  { name: 'callbacks', weight: 20, take: deliverCallbacks },
  { name: 'strange', weight: 3, take: strangeCallback },
  { name: 'storm', weight: 1.5, take: storm },
  { name: 'chase', weight: 9, take: chase },
  { name: 'jump', weight: 9, take: jump },
  { name: 'slow', weight: 5, take: releaseSlow },
  { name: 'decide', weight: 3, take: (stage) => decide(stage) },
  { name: 'settle', weight: 2, take: settle },
  { name: 'spend', weight: 4, take: spend },
  { name: 'page', weight: 18, take: usePage },
  { name: 'end pages', weight: 4, take: endPages },
  { name: 'refresh', weight: 3, take: refresh },
  { name: 'forgotten', weight: 1, take: takeForgotten },
  { name: 'look again', weight: 3, take: lookAgain },
  { name: 'sum up', weight: 1, take: sumUp },
  { name: 'forgets', weight: 0.5, take: providerForgets },
]
