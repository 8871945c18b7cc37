import type { Provider } from '../../src/providers/providers.ts'
import { rewritten, type Sent } from '../simulation/kernel/guarded-database.ts'

function put(needle: string, instead: string): (sent: Sent) => Sent {
  return (sent) => rewritten(sent, (text) => text.replace(needle, instead))
}

/** Whoever claims never learns that it was sent before, and sends where it should ask. */
const sendingAgain = (row: string) => put(`attempts = ${row}.attempts + 1`, 'attempts = 1')
/** What a dead process held is never taken over. */
const holdingForEver = (row: string) =>
  put(
    `set due_at = \0, lease = ${row}.lease`,
    `set due_at = \0::timestamptz + interval '1 year', lease = ${row}.lease`,
  )

const declined = {
  kind: 'failed',
  providerStatus: 'GAVE_UP',
  reason: 'declined',
  providerMessage: 'no answer',
} as const

/** Takes silence for a refusal. */
function failingForSilence(provider: Provider): Provider {
  return {
    ...provider,
    collect: (...asked) => provider.collect(...asked).catch(() => declined),
    payOut: (...asked) => provider.payOut(...asked).catch(() => declined),
  }
}

type Planted = { place: RegExp; told: RegExp }

/** Bugs that the matrix must find: where it looks for them, and what it says. */
export const collectionPlants: Record<string, Planted & { seams: object }> = {
  'a worker that sends again what it should ask about': {
    place: /^a worker sends \| collection\.sent \| .*takes repeats for others/,
    told: /it was taken in [2-9] times there/,
    seams: { sql: sendingAgain('c') },
  },
  'a lease that never ends': {
    place: /^a worker sends \| collection\.(claimed|requested) \| accepted/,
    told: /it is processing here, and should be (successful|there)/,
    seams: { sql: holdingForEver('c') },
  },
  'silence that is taken for a refusal': {
    place: /^a push is taken in and sent \| collection\.requested \| taken in, the answer is lost/,
    told: /1200 was paid there, and {2}credited here/,
    seams: { provider: failingForSilence },
  },
}

export const payoutPlants: Record<string, Planted & { seams: object }> = {
  'a payout that is sent again when it should be asked about': {
    place: /^a worker pays out \| withdrawal\.sent \| .*takes repeats for others/,
    told: /it was taken in [2-9] times there/,
    seams: { sql: sendingAgain('w') },
  },
  'silence that is taken for a failed payout': {
    place: /^a worker pays out \| withdrawal\.resolved \| taken in, the answer is lost/,
    told: /it is (FAILED|NEEDS_ADMIN_ATTENTION) here, and should be SUCCESS/,
    seams: { provider: failingForSilence },
  },
}

export const deliveryPlants: Record<string, { told: RegExp; alter: (sent: Sent) => Sent }> = {
  'a delivery that nobody takes over from the dead': {
    told: /it is pending/,
    alter: (sent) => put('holder = me.pid', 'holder = null')(holdingForEver('w')(sent)),
  },
}
