import type { TaxCode } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { type FiscalReceiptRow, receiptColumns, showReceipt } from './receipt-row.ts'
import { tellReturned } from './tell-returned.ts'

type Issued = { verificationCode: string; verificationUrl: string }

/** The authority has it: with its event, or not at all. */
export async function issueReceipt(
  tx: Transaction,
  world: World,
  id: string,
  { verificationCode, verificationUrl }: Issued,
): Promise<void> {
  const now = world.clock.now()
  const [row] = await tx<FiscalReceiptRow[]>`
    update fiscal_receipts r set status = 'ISSUED', verification_code = ${verificationCode}, verification_url = ${verificationUrl},
      issued_at = ${now}, updated_at = ${now}, told = told + 1
    where r.id = ${id} returning ${receiptColumns(tx)}`
  if (!row) return
  await tellReceipt(tx, world, row)
  // Whoever returns the money locks the receipt, so that one of both sees the other.
  const returned = await tx<{ id: string }[]>`
    select id from collections where id = ${row.collection_id} and (status = 'reversed' or refunded > 0)`
  await tellReturned(
    tx,
    world,
    returned.map((collection) => collection.id),
  )
}

/** The authority refused it, so that its number was not taken there and the next receipt has it. */
export async function failReceipt(
  tx: Transaction,
  world: World,
  receipt: FiscalReceiptRow,
  reason: string,
): Promise<void> {
  await takeNumberBack(tx, receipt)
  const [row] = await tx<FiscalReceiptRow[]>`
    update fiscal_receipts r set status = 'FAILED', failure_reason = ${reason}, updated_at = ${world.clock.now()}, told = told + 1
    where r.id = ${receipt.id} returning ${receiptColumns(tx)}`
  if (row) await tellReceipt(tx, world, row)
}

/** Nothing was taken under it there. Nobody else can have been given a later one meanwhile. */
export async function takeNumberBack(
  tx: Transaction,
  { id, merchant_id, environment, number }: FiscalReceiptRow,
): Promise<void> {
  await tx`
    update fiscal_lanes set last_number = last_number - 1
    where merchant_id = ${merchant_id} and environment = ${environment} and last_number = ${number}`
  await tx`
    update fiscal_receipts set number = null, day = null, day_number = null, tax_code = null, tax = null, tin = null, vrn = null,
      numbered_at = null
    where id = ${id}`
}

type Numbered = { number: bigint; day: string; dayNumber: bigint; taxCode: TaxCode; tax: bigint; at: Date }

/** Gives one that waits or was refused the number under which the authority has it. */
export async function numberAsKnown(
  tx: Transaction,
  id: string,
  { number, day, dayNumber, taxCode, tax, at, tin, vrn }: Numbered & { tin: string; vrn: string | null },
  now: Date,
): Promise<void> {
  await tx`
    update fiscal_receipts set status = 'QUEUED', failure_reason = null, number = ${number}, day = ${day}, day_number = ${dayNumber},
      tax_code = ${taxCode}, tax = ${tax}, tin = ${tin}, vrn = ${vrn}, numbered_at = ${at}, recovered_at = ${now}
    where id = ${id}`
}

/** Somebody wants it to be asked for once more: behind all others, because its number went to somebody else. */
export async function requeueReceipt(tx: Transaction, id: string, now: Date): Promise<FiscalReceiptRow> {
  const [row] = await tx<FiscalReceiptRow[]>`
    update fiscal_receipts r set status = 'QUEUED', is_noticed = false, failure_reason = null, queued_at = ${now}, updated_at = ${now}
    where r.id = ${id} returning ${receiptColumns(tx)}`
  if (!row) throw new Error('A receipt that was locked is gone.')
  return row
}

/** Tells what became of a receipt, in the transaction in which it became so. */
async function tellReceipt(tx: Transaction, world: World, row: FiscalReceiptRow): Promise<void> {
  const type = row.status === 'ISSUED' ? 'fiscal_receipt.issued' : 'fiscal_receipt.failed'
  await announce(tx, world.newId, [
    {
      ...{ merchantId: row.merchant_id, environment: row.environment, type, at: row.updated_at },
      ...{ resourceId: row.id, sequence: row.told },
      resource: { ...showReceipt(row), fiscal_receipt_id: row.id },
    },
  ])
}
