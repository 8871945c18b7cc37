import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../../src/providers/providers.ts'
import { dataOf } from '../money/shop.ts'
import type { Counter } from './late-payments.ts'
import type { RefundStage } from './stage.ts'

/** People who pay a thousand for control numbers, and what the provider says of it under their receipts. */
export function billTellers(stage: RefundStage) {
  function tellerOf(number: string, payer: string | null) {
    const receipt = `RCP-${randomUUID()}`
    const bill = { number, amount: 100_000n, currency: 'TZS', payer, account: null }
    return {
      receipt,
      async tell(word: Outcome, amount = bill.amount): Promise<string> {
        const how = { bill: { ...bill, amount } }
        const { outcome, status } = dataOf(await stage.provider.tell(stage.service, receipt, word, how))
        return `${outcome} ${status}`
      },
      async id(): Promise<string> {
        const [row] = await stage.service.world.sql<{ collection_id: string }[]>`
          select collection_id from bill_payments where receipt = ${receipt}`
        return String(row?.collection_id)
      },
    }
  }
  return {
    tellerOf,
    /** Somebody who pays for a number that takes this much. */
    async pay(counter: Counter, takes: string, payer: string | null = '255712345678') {
      const made = await counter.call('/v1/control-numbers', {
        body: { merchant_id: counter.merchantId, kind: 'ORDER', amount: takes },
        key: counter.liveKey,
        headers: { 'idempotency-key': randomUUID() },
      })
      return tellerOf(String(dataOf(made).number), payer)
    },
  }
}
