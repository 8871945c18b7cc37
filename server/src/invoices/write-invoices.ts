import type { BodyOf, operations } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { defaultCurrency } from '../ledger/ledger.ts'
import { changeMetadata, storedMetadata } from '../metadata/metadata.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { newToken } from '../primitives/token.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type InvoiceRow, invoiceColumns } from './invoice-row.ts'
import { type InvoiceItem, totalsOf } from './invoice-totals.ts'

/**
 * Writes a draft under the next number. The counter is taken in the statement of the invoice itself and stays locked until the
 * commit, so that numbers have no gaps whoever writes beside us and whatever is rolled back.
 */
export async function createInvoice(
  tx: Transaction,
  world: World,
  registry: Registry,
  { merchantId, environment }: Actor,
  body: BodyOf<typeof operations.createInvoice>,
): Promise<InvoiceRow> {
  const items = body.items.map(writtenItem)
  const currency = body.currency ?? defaultCurrency
  const { subtotal, tax, total } = totalsOf(items)
  refuseUnpayable(registry, { merchant_id: merchantId, environment }, { total, currency })
  const parts = partsOf(body, total)
  const now = world.clock.now()
  const [row] = await tx<InvoiceRow[]>`
    with counted as (
      insert into invoice_numbers as n (merchant_id, environment, last) values (${merchantId}, ${environment}, 1)
      on conflict (merchant_id, environment) do update set last = n.last + 1
      returning last
    )
    insert into invoices (id, merchant_id, environment, number, token, status, customer_name, customer_phone, customer_email,
      items, subtotal, tax, total, currency, allow_part_payment, minimum_payment, due_date, notes, metadata, created_at, updated_at)
    select ${world.newId()}::uuid, ${merchantId}::uuid, ${environment}, last, ${newToken()}, 'DRAFT', ${body.customer_name.trim()},
      ${canonicalPhone(body.customer_phone)}, ${body.customer_email ?? null}::text, ${JSON.stringify(items)}::json,
      ${subtotal}::bigint, ${tax}::bigint, ${total}::bigint, ${currency}, ${parts.allowed}::boolean, ${parts.least}::bigint,
      ${body.due_date}::date, ${body.notes ?? null}::text,
      ${storedMetadata(body.metadata)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    from counted
    returning ${invoiceColumns(tx)}`
  if (!row) throw new Error('The invoice was not written.')
  return row
}

/** A draft that the caller has locked gets other words, items or dates; what is left out stays. */
export async function changeInvoice(
  tx: Transaction,
  world: World,
  registry: Registry,
  draft: InvoiceRow,
  { metadata, ...body }: BodyOf<typeof operations.changeInvoice>,
): Promise<InvoiceRow> {
  await changeMetadata(tx, 'invoices', draft.id, metadata)
  // It is not on the invoice, so it may change beside one that was sent.
  if (metadata !== undefined && Object.keys(body).length === 0) return await reread(tx, draft)
  if (draft.status !== 'DRAFT') {
    throw new Refusal('invalid_state', {
      message: 'Only a draft can be changed. Void this one and write another.',
    })
  }
  const items = body.items?.map(writtenItem) ?? draft.items
  const currency = body.currency ?? draft.currency
  const { subtotal, tax, total } = totalsOf(items)
  refuseUnpayable(registry, draft, { total, currency })
  const parts = partsOf(
    {
      allow_part_payment: body.allow_part_payment ?? draft.allow_part_payment,
      minimum_payment: leastFrom(draft, body),
    },
    total,
  )
  const phone = body.customer_phone === undefined ? draft.customer_phone : canonicalPhone(body.customer_phone)
  const email = body.customer_email === undefined ? draft.customer_email : body.customer_email
  const [row] = await tx<InvoiceRow[]>`
    update invoices
    set customer_name = ${body.customer_name?.trim() ?? draft.customer_name}, customer_phone = ${phone},
      customer_email = ${email}, items = ${JSON.stringify(items)}::json, subtotal = ${subtotal}, tax = ${tax}, total = ${total},
      currency = ${currency}, allow_part_payment = ${parts.allowed}, minimum_payment = ${parts.least}, due_date = ${body.due_date ?? draft.due_date}::date,
      notes = ${body.notes === undefined ? draft.notes : body.notes}, updated_at = ${world.clock.now()}
    where id = ${draft.id}
    returning ${invoiceColumns(tx)}`
  if (!row) throw new Error('A locked invoice was not there.')
  return row
}

type Parts = { allow_part_payment?: boolean | undefined; minimum_payment?: string | null | undefined }

/** What is left out stays, unless parts are no longer allowed. */
function leastFrom(draft: InvoiceRow, body: Parts): string | null {
  if (body.minimum_payment !== undefined) return body.minimum_payment
  const { minimum_payment: least } = draft
  return least === null || body.allow_part_payment === false ? null : textFromMinor(least)
}

/** What could never be paid by a part is a mistake, not a wish. */
function partsOf({ allow_part_payment: allowed = false, minimum_payment: given }: Parts, total: bigint) {
  const least = given == null ? null : minorFromText(given)
  if (least !== null && !allowed)
    throw invalid({ field: 'minimum_payment', problem: 'is only for invoices with allow_part_payment' })
  if (least !== null && least > total)
    throw invalid({
      field: 'minimum_payment',
      problem: `must be the total, ${textFromMinor(total)}, or less`,
    })
  return { allowed, least }
}

async function reread(tx: Transaction, { id }: InvoiceRow): Promise<InvoiceRow> {
  const [row] = await tx<InvoiceRow[]>`select ${invoiceColumns(tx)} from invoices where id = ${id}`
  if (!row) throw new Error('A locked invoice was not there.')
  return row
}

/** Prices are shown with two places wherever they are shown. */
export function writtenItem(given: BodyOf<typeof operations.createInvoice>['items'][number]): InvoiceItem {
  return {
    description: given.description.trim(),
    quantity: given.quantity,
    unit_price: textFromMinor(minorFromText(given.unit_price) ?? 0n),
    tax_percent: given.tax_percent ?? null,
  }
}

/** What nobody could carry is refused before it is written, not when the customer wants to pay. */
function refuseUnpayable(
  registry: Registry,
  { merchant_id: merchantId, environment }: Pick<InvoiceRow, 'merchant_id' | 'environment'>,
  { total: amount, currency }: { total: bigint; currency: string },
): void {
  registry.refuseUncarriable({ environment, merchantId, amount, currency })
}
