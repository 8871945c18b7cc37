import assert from 'node:assert/strict'
import type { Outcome, PayOutOutcome } from '../../../src/providers/providers.ts'
import { chaseWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { startService } from '../../service.ts'
import { endStory } from '../money/books.ts'
import { lookAgain, ownClock, ownProvider } from '../money/own-provider.ts'
import type { Fields } from '../money/shop.ts'
import { inShort } from '../parts/newcomers.ts'
import { openDesk } from './desk.ts'
import { openTill, type Till } from './till.ts'

export type PayoutStage = Awaited<ReturnType<typeof openPayoutStage>>

export const accepted: Outcome = { kind: 'pending', providerStatus: 'ACCEPTED' }
export const reversed: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }
export const silence: Outcome = { kind: 'unknown', because: 'no answer in time' }
export const blocked: PayOutOutcome = {
  kind: 'blocked',
  providerStatus: 'IP_NOT_ALLOWED',
  providerMessage: 'not from this address',
}

/** The service with a provider and a clock in the test's hands; nothing is sent until the test lets a worker work. */
export async function openPayoutStage(environment: Record<string, string> = {}) {
  const provider = ownProvider()
  const clock = ownClock()
  const service = await startService({
    clock,
    environment: { ROLE: 'api', ...environment },
    providers: { live: provider },
  })
  const desk = await openDesk(service)
  const work = async () => {
    await chaseWithdrawals(service.parts)
    await lookAgain(service.parts)
  }
  return {
    service,
    provider,
    clock,
    desk,
    work,
    openTill: (holds?: bigint) => openTill(service, holds),
    /** Asked for, approved and sent, with this answer of the provider. */
    async sent(till: Till, answer: PayOutOutcome, body: Fields = {}) {
      provider.script.payOut = () => answer
      const { id } = await till.submit(body)
      assert.equal(inShort(await desk.decide(id, 'approve')), '200')
      await work()
      return { id, reference: referenceOf(id) }
    },
    /** The provider's own word, signed. */
    tell: (reference: string, outcome: Outcome, eventId?: string) =>
      provider.tell(service, reference, outcome, {
        about: 'disbursement',
        ...(eventId !== undefined && { eventId }),
      }),
    /** Long enough that whatever is chased is due. */
    async later(): Promise<void> {
      clock.pass(3_600_000)
      await work()
    },
    sentUnder: (reference: string) => provider.payOuts.filter((order) => order.reference === reference),
    close: () => endStory(service),
  }
}

/** The reference of a payout is made of the id, so that it is fixed before anything is sent. */
export function referenceOf(id: unknown): string {
  return `MLW${String(id).replaceAll('-', '').toUpperCase()}`
}
