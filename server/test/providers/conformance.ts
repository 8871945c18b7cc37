import { after, before, describe, test } from 'node:test'
import { callbackChecks } from './conformance-of-callbacks.ts'
import { extraChecks } from './conformance-of-extras.ts'
import { paymentChecks } from './conformance-of-payments.ts'
import { payOutChecks } from './conformance-of-payouts.ts'
import { recordingChecks } from './conformance-of-recordings.ts'
import { refundChecks } from './conformance-of-refunds.ts'
import { signalChecks } from './conformance-of-signals.ts'
import type { Check, Defendant } from './defendant.ts'

/** What every adapter must promise, whoever stands behind it. */
export const checks: readonly Check[] = [
  ...paymentChecks,
  ...callbackChecks,
  ...payOutChecks,
  ...refundChecks,
  ...extraChecks,
  ...signalChecks,
  ...recordingChecks,
]

/** A test for each promise. One that this adapter never made is shown as skipped. */
export function judgeProvider(name: string, makeProvider: () => Promise<Defendant>): void {
  describe(`${name} keeps the promises of a provider`, () => {
    let defendant: Defendant
    before(async () => {
      defendant = await makeProvider()
    })
    after(() => defendant.close())
    for (const { promise, applies, hold } of checks) {
      test(promise, async (t) => {
        if (applies?.(defendant) === false) return t.skip('it does not say that it can')
        await hold(defendant)
      })
    }
  })
}

/** Which of these promises a defendant breaks, and how. */
export async function faultsOf(defendant: Defendant, judged: readonly Check[] = checks): Promise<string[]> {
  const faults: string[] = []
  for (const { promise, applies, hold } of judged) {
    if (applies?.(defendant) === false) continue
    try {
      await hold(defendant)
    } catch (error) {
      faults.push(`${promise}: ${error}`)
    }
  }
  return faults
}
