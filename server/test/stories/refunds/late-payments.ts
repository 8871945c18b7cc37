import assert from 'node:assert/strict'
import { declined, succeeded, workOnce } from '../money/own-provider.ts'
import type { Fields } from '../money/shop.ts'
import { inShort } from '../parts/newcomers.ts'
import type { RefundStage } from './stage.ts'

export type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

export const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const

type Word = typeof reversed | typeof declined | ReturnType<typeof succeeded>

/** Payments that come after they had failed, and what people do about them. */
export function latePayments(stage: RefundStage) {
  const { desk, provider, service } = stage
  async function refundsOf(counter: Counter, id: unknown): Promise<Fields[]> {
    const listed = await counter.dashboard(`/v1/refunds?collection_id=${id}`, 'live')
    return listed.body.data.items as Fields[]
  }
  async function findOpen(id: string, kind: string) {
    return (await desk.discrepancies(id)).find((one) => one.kind === kind && one.status === 'open')
  }
  async function settleOpen(id: string, kind: string, action: string): Promise<void> {
    const settled = await desk.settle((await findOpen(id, kind))?.id, { action, note: 'so' })
    assert.equal(inShort(settled), '200', JSON.stringify(settled.body))
  }
  return {
    refundsOf,
    findOpen,
    settleOpen,
    /** A payment of a thousand that came late, and is owed to its payer by a refund. */
    async owed(counter: Counter) {
      const { id, provider_reference: reference } = await counter.push(
        { amount: '1000.00' },
        { key: counter.liveKey },
      )
      await workOnce(service)
      for (const word of [declined, succeeded()]) await provider.tell(service, reference, word)
      await settleOpen(String(id), 'success_after_failure', 'return_to_payer')
      const [refund] = await refundsOf(counter, id)
      return { id: String(id), reference, refund: String(refund?.id) }
    },
    async send(refund: unknown, answer: typeof declined | ReturnType<typeof succeeded>): Promise<void> {
      provider.script.payOut = () => answer
      await stage.approve(refund)
      await stage.work()
    },
    async sendAgain(refund: unknown): Promise<string> {
      const again = await desk.call(`/v1/admin/withdrawals/${refund}/return-again`, 'live', { body: {} })
      assert.equal(inShort(again), '200', JSON.stringify(again.body))
      return String(again.body.data.id)
    },
    async sayOfRefund(counter: Counter, refund: unknown, word: Word) {
      const { provider_reference: sentAs } = await counter.read(refund)
      await provider.tell(service, sentAs, word, { about: 'disbursement' })
    },
    /** What the accounts of the merchant hold, those that hold anything. */
    async accountsOf({ merchantId }: Counter): Promise<Record<string, bigint>> {
      const rows = await service.world.sql<{ kind: string; balance: bigint }[]>`
        select kind, balance from ledger_accounts where merchant_id = ${merchantId} and environment = 'live' and balance <> 0`
      return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))
    },
  }
}
