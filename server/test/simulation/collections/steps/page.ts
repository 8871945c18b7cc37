import { orderedMethods } from '@malipo/contract'
import { Refusal } from '../../../../src/primitives/refusal.ts'
import { maybeCrash } from '../../kernel/steps.ts'
import { knownCollections, knownPayments } from '../known.ts'
import type { Collection } from '../mirror.ts'
import type { Process } from '../process.ts'
import { pay } from '../scripted-provider.ts'
import type { Stage } from '../stage.ts'
import { triesOf } from '../tries.ts'
import { owe } from './provider-side.ts'

const cancelPoints = ['try.cancelling', 'try.cancelled'] as const

/** What customers do on pages: they pick a way to pay, once or twice at the same moment, another one, or go. */
export function usePage(stage: Stage): void {
  const { chance, processes } = stage
  const pages = knownCollections(stage).filter(({ page_token: token }) => token !== null)
  const open = pages.filter(({ status }) => status === 'created' || status === 'processing')
  const page =
    pages.length > 0 ? chance.pick(open.length > 0 && chance.happens(0.9) ? open : pages) : undefined
  if (!page) return
  const process = chance.pick([processes.a, processes.b])
  const mood = chance.number()
  if (mood < 0.55) begin(stage, page, process)
  else if (mood < 0.78) useAnotherWay(stage, withOpenTry(stage, open) ?? page, process)
  else if (mood < 0.84) leave(stage, page, process)
  else paysLate(stage)
}

/** Two taps of one attempt, or two tabs with an attempt each, ask for the same, so that it does not matter who is first. */
function begin(stage: Stage, page: Collection, process: Process): void {
  const { chance, processes } = stage
  const method = chance.pick(orderedMethods)
  const phone = `25575500${String(1000 + chance.below(9000))}`
  const attempts = chance.pick([1, 1, 1, 2, 3])
  const [first, second] = [chance.uuid(), chance.uuid()]
  if (attempts === 1) maybeCrash(stage, process, ['try.beginning'])
  for (let number = 1; number <= attempts; number += 1) {
    const by = attempts === 1 ? process : number === 1 ? processes.a : processes.b
    const attempt = number === 3 ? second : first
    stage.launch(by, `page ${page.description} ${method}`, async () => {
      const picked = by.beginTry({ token: page.page_token ?? '', method, phone, attempt })
      const [begun] = await Promise.allSettled([picked])
      // Of two at once it is for them to decide who is refused.
      const isRefused = begun.status === 'rejected' && begun.reason instanceof Refusal
      if (begun.status === 'rejected' && !isRefused) throw begun.reason
      return attempts === 1 && isRefused ? 'refused' : 'asked'
    })
  }
}

function withOpenTry({ mirror, chance }: Stage, pages: Collection[]): Collection | undefined {
  const trying = pages.filter(({ id }) => triesOf(mirror, id).some(({ state }) => state === 'open'))
  return trying.length > 0 ? chance.pick(trying) : undefined
}

function useAnotherWay(stage: Stage, page: Collection, process: Process): void {
  maybeCrash(stage, process, cancelPoints)
  stage.launch(process, `another way ${page.description}`, async () => {
    const { may, collection } = await process.useAnotherWay(page.page_token ?? '')
    return `${collection.status}, ${may.begin ? 'free' : 'not free'}`
  })
}

function leave(stage: Stage, page: Collection, process: Process): void {
  maybeCrash(stage, process, [])
  stage.launch(process, `leave ${page.description}`, async () => {
    return (await process.leavePage(page.page_token ?? '')).status
  })
}

/** The provider has said that it failed, and takes the money all the same. */
function paysLate(stage: Stage): void {
  const { chance, mirror } = stage
  const failed = knownPayments(stage, 'declined').filter(
    ({ label }) => mirror.byLabel.get(label)?.page_token != null,
  )
  // Most of all where another try is open, or has paid.
  const beside = failed.filter(({ label }) => mirror.byLabel.get(label)?.status !== 'failed')
  const late = beside.length > 0 ? beside : failed
  if (late.length === 0) return
  const payment = chance.pick(late)
  pay(payment)
  owe(stage, payment)
}

/** How many there are depends on nothing but the clock. */
export function endPages(stage: Stage): void {
  const process = stage.chance.pick([stage.processes.a, stage.processes.b])
  maybeCrash(stage, process, ['page.ending'])
  stage.launch(process, 'end pages', async () => `${await process.endPages()} pages`)
}
