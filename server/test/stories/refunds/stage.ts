import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { deposit } from '../../../src/ledger/ledger.ts'
import type { PayOutOutcome } from '../../../src/providers/providers.ts'
import { chaseWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { type Reply, startService } from '../../service.ts'
import { endStory } from '../money/books.ts'
import {
  lookAgain,
  ownClock,
  ownProvider,
  pendingWithCode,
  succeeded,
  workOnce,
} from '../money/own-provider.ts'
import { dataOf, type Fields, openShop } from '../money/shop.ts'
import { inShort } from '../parts/newcomers.ts'
import { openDesk } from '../payouts/desk.ts'

export type RefundStage = Awaited<ReturnType<typeof openRefundStage>>

type Asks = { refund(body: Fields): Promise<Fields> }

/** The service with a provider and a clock in the test's hands. Nothing is sent until the test lets a worker work. */
export async function openRefundStage(
  script: Parameters<typeof ownProvider>[0] = {},
  environment: Record<string, string> = {},
) {
  const provider = ownProvider({ collect: pendingWithCode, ...script })
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
    ...{ service, provider, clock, desk, work },
    /** A merchant whom nobody has verified, with payments that can be refunded. */
    async openCounter(holds = 0n) {
      const shop = await openShop(service)
      const { merchantId } = shop
      const { sql } = service.world
      if (holds > 0n) {
        const book = { merchantId, environment: 'live', currency: 'TZS' } as const
        await sql.begin((tx) =>
          deposit(tx, service.world, {
            ...{ ...book, amount: holds, cause: `counter ${randomUUID()}` },
            ...{ reference: null, description: null },
          }),
        )
      }
      const ask = (body: Fields, key: string = randomUUID()): Promise<Reply> =>
        shop.dashboard('/v1/refunds', 'live', {
          body: { reason: 'requested', ...body },
          headers: { 'idempotency-key': key },
        })
      const read = async (id: unknown) => dataOf(await shop.dashboard(`/v1/refunds/${id}`, 'live'))
      return {
        ...shop,
        ask,
        read,
        /** A payment of a thousand, unless told otherwise, that has arrived. */
        async paid(body: Fields = {}, payerName?: string) {
          const { id, provider_reference: reference } = await shop.push(
            { amount: '1000.00', ...body },
            { key: shop.liveKey },
          )
          await workOnce(service)
          const outcome = { ...succeeded(), ...(payerName && { payerName }) }
          const { body: told } = await provider.tell(service, reference, outcome)
          assert.equal(told.data.outcome, 'applied', JSON.stringify(told))
          return { id, reference: String(reference) }
        },
        async refund(body: Fields): Promise<Fields> {
          const answer = await ask(body)
          assert.equal(answer.status, 202, JSON.stringify(answer.body))
          return answer.body.data
        },
        async collection(id: unknown): Promise<Fields> {
          return dataOf(await shop.dashboard(`/v1/merchants/${merchantId}/collections/${id}`, 'live'))
        },
        async path(id: unknown): Promise<string[]> {
          const { history } = (await read(id)) as { history: Fields[] }
          return history.map(({ from, to, source }) => `${from ?? ''} → ${to} by ${source}`.trim())
        },
      }
    },
    async approve(id: unknown): Promise<void> {
      const answer = await desk.decide(id, 'approve')
      assert.equal(inShort(answer), '200', JSON.stringify(answer.body))
    },
    /** Asked for, approved and sent, with this answer of the provider. */
    async sent(counter: Asks, answer: PayOutOutcome, body: Fields): Promise<string> {
      provider.script.payOut = () => answer
      const { id } = await counter.refund(body)
      const approved = await desk.decide(id, 'approve')
      assert.equal(inShort(approved), '200', JSON.stringify(approved.body))
      await work()
      return String(id)
    },
    close: () => endStory(service),
  }
}
