import type { Step } from '../kernel/steps.ts'
import type { Stage } from './stage.ts'
import { takePayment } from './steps-of-payments.ts'
import {
  answer,
  approve,
  approveAtOnce,
  ask,
  cancel,
  moveMoney,
  refund,
  reject,
  resolve,
  retry,
  settle,
  submit,
} from './steps-of-people.ts'
import {
  answerLate,
  callBack,
  callBackFalsely,
  chase,
  chaseAtOnce,
  happen,
  lookAgain,
  takeForgotten,
} from './steps-of-providers.ts'

const secondMs = 1_000
/** Past a slow answer, a lease, a schedule, and the longest wait of a schedule. */
const jumpsMs = [10, 16, 31, 60, 600, 7_200, 90_000].map((seconds) => seconds * secondMs)

export const steps: Step<Stage>[] = [
  { name: 'submit', weight: 16, take: submit },
  { name: 'payment', weight: 5, take: takePayment },
  { name: 'refund', weight: 9, take: refund },
  { name: 'approve', weight: 14, take: approve },
  { name: 'approve at once', weight: 5, take: approveAtOnce },
  { name: 'reject', weight: 2, take: reject },
  { name: 'cancel', weight: 2, take: cancel },
  { name: 'ask', weight: 3, take: ask },
  { name: 'answer', weight: 4, take: answer },
  { name: 'resolve', weight: 4, take: resolve },
  { name: 'retry', weight: 5, take: retry },
  { name: 'settle', weight: 2, take: settle },
  { name: 'chase', weight: 18, take: chase },
  { name: 'chase at once', weight: 5, take: chaseAtOnce },
  { name: 'happen', weight: 12, take: happen },
  { name: 'callback', weight: 14, take: callBack },
  { name: 'false callback', weight: 3, take: callBackFalsely },
  { name: 'forgotten', weight: 2, take: takeForgotten },
  { name: 'look again', weight: 3, take: lookAgain },
  { name: 'late answer', weight: 4, take: answerLate },
  { name: 'jump', weight: 8, take: ({ clock, chance }) => clock.pass(chance.pick(jumpsMs)) },
  { name: 'money in', weight: 6, take: (stage) => moveMoney(stage, true) },
  { name: 'money out', weight: 6, take: (stage) => moveMoney(stage, false) },
]
