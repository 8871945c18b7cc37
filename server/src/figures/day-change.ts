import type { Environment, FailureCode } from '@malipo/contract'
import { type Fragment, inColumns, type Transaction } from '../database/database.ts'
import { dayAt } from '../primitives/instant.ts'
import type { CollectionMethod } from '../providers/providers.ts'
import { networkOfPush } from '../weather/weather.ts'

/** A collection, as far as it is counted. */
export type Counted = {
  id: string
  merchant_id: string
  environment: Environment
  currency: string
  method: CollectionMethod | null
  customer_phone: string | null
  status: string
  failure_code: FailureCode | null
  amount: bigint
  completed_at: Date | null
}

type Step = { before: Counted; after: Counted }

/** A row of `collection_day_changes`: how many more or fewer ended in this way. Sums are texts, because JSON knows no large number. */
export type DayChange = {
  merchant_id: string
  environment: Environment
  day: string
  currency: string
  method: string
  network: string
  status: string
  failure_code: string
  many: number
  amount: string
  fees: string
}

/** The states in which a collection counts, on the day on which it was completed. */
export const endings = ['successful', 'failed', 'reversed'] as const

/**
 * What a step changes: the collection no longer counts as it did, and counts as it does now. One that is taken back stays on its day,
 * as reversed instead of paid; one that is paid after all leaves the day on which it had failed.
 */
export function dayChangesOf({ before, after }: Step): DayChange[] {
  return [...changeOf(before, -1), ...changeOf(after, 1)]
}

function changeOf(collection: Counted, many: 1 | -1): DayChange[] {
  const amount = String(collection.amount * BigInt(many))
  return kindOf(collection).map((kind) => ({ ...kind, many, amount, fees: '0' }))
}

/** What a success costs is known after the step is written. Most cost nothing, and are not held up by it. */
export async function countFees(
  tx: Transaction,
  steps: readonly Step[],
  fees: ReadonlyMap<string, bigint>,
): Promise<void> {
  const changes = feeChangesOf(steps, fees)
  if (changes.length > 0) await tx`${countingDays(tx, changes)}`
}

/** What goes back of a fee with a refund, or no longer does when that has come back. */
export async function countReturnedFees(
  tx: Transaction,
  returned: readonly { collection: Counted; amount: bigint }[],
): Promise<void> {
  const changes = returned
    .filter(({ amount }) => amount !== 0n)
    .flatMap(({ collection, amount }) =>
      kindOf(collection).map((kind) => ({ ...kind, many: 0, amount: '0', fees: String(-amount) })),
    )
  if (changes.length > 0) await tx`${countingDays(tx, changes)}`
}

function feeChangesOf(steps: readonly Step[], fees: ReadonlyMap<string, bigint>): DayChange[] {
  return steps.flatMap(({ before, after }) => {
    const fee = fees.get(after.id) ?? 0n
    const counted = { many: 0, amount: '0' }
    if (fee === 0n) return []
    if (after.status === 'successful') {
      return kindOf(after).map((kind) => ({ ...kind, ...counted, fees: String(fee) }))
    }
    if (after.status !== 'reversed') return []
    return kindOf(before).map((kind) => ({ ...kind, ...counted, fees: String(-fee) }))
  })
}

function kindOf(collection: Counted): Omit<DayChange, 'many' | 'amount' | 'fees'>[] {
  const { merchant_id, environment, currency, method, status, failure_code, completed_at: at } = collection
  if (at === null || !endings.some((ending) => ending === status)) return []
  return [
    {
      ...{ merchant_id, environment, currency, status },
      day: dayAt(at),
      method: method ?? '',
      network: networkOfPush(collection) ?? '',
      failure_code: failure_code ?? '',
    },
  ]
}

const dayChangeTypes = {
  merchant_id: 'uuid',
  environment: 'text',
  day: 'date',
  currency: 'text',
  method: 'text',
  network: 'text',
  status: 'text',
  failure_code: 'text',
  many: 'integer',
  amount: 'bigint',
  fees: 'bigint',
} as const

/** Writes changes beside whatever else a statement does, because one of its own would be one more round trip. */
export function countingDays(tx: Transaction, changes: readonly DayChange[]): Fragment {
  return tx`insert into collection_day_changes
        (merchant_id, environment, day, currency, method, network, status, failure_code, many, amount, fees)
      select merchant_id, environment, day, currency, method, network, status, failure_code, sum(many), sum(amount), sum(fees)
      from ${inColumns('d', changes, dayChangeTypes)}
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(many) <> 0 or sum(amount) <> 0 or sum(fees) <> 0`
}
