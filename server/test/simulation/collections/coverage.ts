import { legalSteps } from '../../../src/collections/collection-lifecycle.ts'
import { crashPoints } from '../../../src/world/world.ts'
import { steps } from './steps/steps.ts'

/** Payouts have a simulation of their own; whoever delivers, has a batch in its hands or writes for people dies in a story. */
const leftToOthers = /^(withdrawal|delivery|batch|statement|export|privacy|fiscal|bill)\./

const contradictions = [
  'success_after_failure',
  'failure_after_success',
  'other_amount',
  'other_currency',
  'success_before_request',
  'reversal_after_failure',
  'another_try_paid',
]

export function expected(): string[] {
  return [
    ...steps.map(({ name }) => `step ${name}`),
    ...legalSteps().map(({ from, to }) => `way ${from}→${to}`),
    ...contradictions.map((kind) => `discrepancy ${kind}`),
    ...crashPoints.filter((point) => !leftToOthers.test(point)).map((point) => `crash ${point}`),
    'crash before a statement',
    'crash after a statement',
    'source customer',
    'source expiry',
    'source reply',
    'source look_up',
    'source callback',
    'source super_admin',
    'a debt',
    'an order went on',
    'a try left open beside the one that paid',
    'spending refused',
    'a decision refused',
  ]
}
