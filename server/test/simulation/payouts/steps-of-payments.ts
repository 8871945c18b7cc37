import { bookOf } from './judge.ts'
import { pay } from './payments.ts'
import type { Stage } from './stage.ts'

/** A customer pays. Its fee stands in the ledger when it is over. */
export async function takePayment(stage: Stage): Promise<void> {
  const { chance, shops, till, world, payments, given } = stage
  const shop = chance.pick(shops)
  const environment = chance.happens(0.75) ? 'live' : 'sandbox'
  const label = `p${String(payments.length + 1).padStart(3, '0')}`
  const key = chance.uuid()
  const amount = BigInt(100 * (100 + chance.below(400)))
  const phone = `25575500${1000 + chance.below(9000)}`
  const id = await pay(till, shop.actors[environment], label, { key, amount, phone })
  stage.lookedAfter = -1
  const [booked] = await world.sql<{ fee: bigint }[]>`
    select coalesce(sum(amount), 0)::bigint as fee from ledger_transactions where collection_id = ${id} and type = 'collection_fee'`
  payments.push({ id, label, merchantId: shop.id, environment, amount })
  const book = bookOf({ merchant_id: shop.id, environment })
  given.set(book, (given.get(book) ?? 0n) + amount - (booked?.fee ?? 0n))
  stage.lines.push(`${label} is paid, ${amount} at ${shop.name} ${environment}`)
}
