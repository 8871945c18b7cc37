import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { callMember, callsOf } from './call-members.ts'
import type { Check } from './defendant.ts'

/** Long enough for the call to be under way, and for a slow machine to notice that it was ended. */
const [underWayMs, soonMs] = [50, 1_000]

/** A call that nobody waits for any more must not hold its connection, nor answer something that was never said. */
export const signalChecks: Check[] = [
  {
    promise: 'every call ends when its signal does, and is then unknown',
    applies: ({ hang }) => hang !== undefined,
    async hold(defendant) {
      const silence = defendant.hang?.()
      try {
        for (const [call, asked] of callsOf(defendant)) {
          const patience = new AbortController()
          const ended = callMember(defendant.provider, call, asked, patience.signal).then(
            kindOf,
            () => 'thrown',
          )
          assert.equal(
            await Promise.race([ended, sleep(underWayMs, 'waits')]),
            'waits',
            `${call} did not wait`,
          )
          patience.abort()
          const end = await Promise.race([ended, sleep(soonMs, 'goes on')])
          // A list has no word for not knowing: one that simply ended would look whole.
          assert.equal(end, call === 'list' ? 'thrown' : 'unknown', `${call} after its signal`)
        }
      } finally {
        silence?.end()
      }
    },
  },
]

function kindOf(answer: unknown): unknown {
  return Array.isArray(answer) ? 'a whole list' : (answer as { kind: unknown }).kind
}
