import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { dayAfter, dayAt } from '../../src/primitives/instant.ts'
import type { Sent, Service } from '../service.ts'
import { assembleCast, type Cast } from './cast.ts'
import { paidCollection } from './money.ts'
import { questionedWithdrawal } from './payouts.ts'
import { refusedReceipt } from './samples-of-fiscal-receipts.ts'

/** A merchant whose every text has its word in it, and how all that is its own is called. */
export type Marked = {
  cast: Cast
  /** Stands in names, references, descriptions, notes and addresses of this merchant, and of nobody else. */
  word: string
  /** What is its own and nobody else may read: the word, its people's addresses. */
  canaries: string[]
  /** Ids by the name under which paths and queries know them. */
  ids: Record<string, string[]>
  pages: string[]
}

/** Both begin alike, so that whoever looks for it finds all that there is to be found. */
export const commonPart = 'kanari'
export const roles = ['owner', 'admin', 'finance', 'developer', 'viewer', 'cashier'] as const
const environments = ['live', 'sandbox'] as const

export async function openMarkedMerchant(service: Service, number: number): Promise<Marked> {
  const cast = await assembleCast(service)
  const word = `${commonPart}${number}${randomUUID().slice(0, 8)}`
  await nameEverybody(service, cast, word)
  await sendDocument(service, cast, word)
  await writeConfig(service, cast, word)
  for (const environment of environments) await trade({ service, cast, word }, environment, number)
  await service.parts.requests.written()
  const emails = roles.flatMap((role) => cast.emails[role] ?? [])
  return {
    cast,
    word,
    canaries: [word, ...emails],
    ids: await idsOf(service, cast),
    pages: await pagesOf(service, cast),
  }
}

type Shop = { service: Service; cast: Cast; word: string }

async function done(service: Service, path: string, sent: Sent): Promise<Record<string, unknown>> {
  const { status, body } = await service.call(path, sent)
  assert.ok(status < 300, `${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Shops call themselves as they like, and so do people. */
async function nameEverybody({ world: { sql } }: Service, { merchantId, emails }: Cast, word: string) {
  await sql`update merchants set name = ${`${word} Duka`}, display_name = ${`${word} Sokoni`} where id = ${merchantId}`
  const own = roles.flatMap((role) => emails[role] ?? [])
  await sql`update users set name = ${`${word} Mrema`} where email = any(${own}::text[])`
}

async function sendDocument(service: Service, { merchantId, ownerCookie: cookie }: Cast, word: string) {
  const { sql } = service.world
  await sql`update merchants set verification_status = 'unverified' where id = ${merchantId}`
  const content = Buffer.from(`%PDF-1.7\n% ${word}\n`).toString('base64')
  const body = { kind: 'other', file_name: `${word}.pdf`, content }
  await done(service, `/v1/merchants/${merchantId}/documents`, { cookie, body })
  await sql`update merchants set verification_status = 'verified' where id = ${merchantId}`
}

async function writeConfig(service: Service, { merchantId, ownerCookie: cookie }: Cast, word: string) {
  const url = `http://127.0.0.1:1/${word}`
  const body = { webhook_url: url, sandbox_webhook_url: url, events: ['*'] }
  await done(service, '/v1/merchant/webhook-config', { cookie, method: 'PATCH', body })
  const another = { url: `http://127.0.0.1:1/more-${word}`, metadata: { shop: word } }
  for (const environment of environments)
    await done(service, '/v1/merchant/webhook-endpoints', { cookie, body: { ...another, environment } })
  const under = `/v1/merchants/${merchantId}`
  await done(service, `${under}/members`, { cookie, body: { email: `${word}@guests.test`, role: 'viewer' } })
  const key = { environment: 'live', name: `${word} till`, scopes: ['balance:read'] }
  await done(service, `${under}/api-keys`, { cookie, body: key })
}

/** Something of each kind, with the word wherever a merchant may write. */
async function trade({ service, cast, word }: Shop, environment: Environment, number: number) {
  const { merchantId: merchant_id, ownerCookie: cookie, credentials } = cast
  const sent = credentials[`${environment}_key`]
  const once = () => ({ ...sent, headers: { 'idempotency-key': randomUUID() } })
  const phone = `25571399${String(1000 + number)}`
  const customer = { customer_name: `${word} Asha`, customer_email: `${word}@customers.test` }
  await done(service, '/v1/customers', {
    ...sent,
    body: { name: `${word} Asha`, phone, email: `${word}@customers.test` },
  })
  const order = {
    merchant_id,
    amount: '1000',
    description: `${word} sugar`,
    merchant_reference: `order ${word}`,
  }
  await done(service, '/v1/collections/ussd-push', {
    ...once(),
    body: { ...order, ...customer, customer_phone: phone },
  })
  const link = await done(service, '/v1/payment-links', {
    ...sent,
    body: { merchant_id, amount: '1000', description: `${word} tea` },
  })
  assert.ok(link.id)
  const bill = { merchant_id, kind: 'ORDER', payment_mode: 'EXACT', amount: '1000' }
  await done(service, '/v1/control-numbers', { ...once(), body: { ...bill, description: `${word} sugar` } })
  const day = dayAfter(dayAt(service.world.clock.now()), -2)
  await done(service, '/v1/merchant/statements', { ...sent, body: { from: day, to: day } })
  const asOwner = { cookie, headers: { 'x-merchant-id': merchant_id, 'x-environment': environment } }
  const about = { kind: 'export', email: `${word}@customers.test` }
  await done(service, '/v1/merchant/privacy-requests', { ...asOwner, body: about })
  await done(service, '/v1/merchant/exports', { ...asOwner, method: 'POST' })
  const invoice = await done(service, '/v1/invoices', {
    ...sent,
    body: {
      merchant_id,
      ...{ customer_name: customer.customer_name, customer_phone: phone, due_date: '2099-12-31' },
      ...{
        notes: `${word} karibu`,
        items: [{ description: `${word} rice`, quantity: '1', unit_price: '500' }],
      },
    },
  })
  await done(service, `/v1/invoices/${invoice.id}/send`, { ...sent, method: 'POST' })
  await done(service, `/v1/invoices/${invoice.id}/credit-notes`, {
    ...sent,
    body: { amount: '10', reason: `${word} was torn` },
  })
  const hosted = { merchant_id, amount: 1000, description: `${word} page`, reference: `hosted ${word}` }
  await done(service, '/v1/collections', { ...once(), body: hosted })
  await paidCollection({ service, cast }, sent)
  await done(service, '/v1/merchant/fiscal-settings', {
    ...{ ...asOwner, method: 'PATCH' },
    body: { tin: '123456789', business_name: `${word} shop` },
  })
  await refusedReceipt({ service, cast })
  const { id } = await questionedWithdrawal({ service, cast }, environment)
  const headers = { 'x-environment': environment }
  const answer = { cookie, headers, body: { message: `${word} is for rent` } }
  await done(service, `/v1/merchant/withdrawals/${id}/info`, answer)
  await done(service, '/v1/disbursement-batches', {
    ...once(),
    body: {
      ...{ merchant_id, name: `${word} salaries`, metadata: { month: `${word} month` } },
      rows: [
        {
          ...{ reference: `${word} row`, amount: '1000', destination_name: `${word} Juma` },
          ...{ destination_identifier: phone, destination_code: 'MPESA' },
        },
      ],
    },
  })
  await done(service, '/v1/disbursements/mobile-money', {
    ...once(),
    body: {
      ...{ merchant_id, amount: '1000', destination_name: `${word} Juma` },
      ...{ destination_identifier: phone, destination_code: 'MPESA' },
    },
  })
  await done(service, '/v1/recipients', {
    ...sent,
    body: {
      ...{ method: 'MOBILE_MONEY', destination_code: 'MPESA', destination_name: `${word} Neema` },
      ...{ destination_identifier: phone, metadata: { note: word } },
    },
  })
}

/** Which table has what paths and queries call so. */
const tables: Record<string, string> = {
  collection_id: 'collections',
  withdrawal_id: 'withdrawals',
  disbursement_id: 'withdrawals',
  refund_id: 'withdrawals',
  batch_id: 'disbursement_batches',
  payment_link_id: 'payment_links',
  control_number_id: 'control_numbers',
  invoice_id: 'invoices',
  credit_note_id: 'credit_notes',
  statement_id: 'statements',
  fiscal_receipt_id: 'fiscal_receipts',
  privacy_request_id: 'privacy_requests',
  export_id: 'data_exports',
  customer_id: 'customers',
  recipient_id: 'recipients',
  notification_id: 'notifications',
  event_id: 'events',
  delivery_id: 'webhook_deliveries',
  endpoint_id: 'added_webhook_endpoints',
  request_id: 'requests',
  document_id: 'merchant_documents',
  key_id: 'api_keys',
  api_key_id: 'api_keys',
  resource_id: 'collections',
}

async function idsOf({ world: { sql } }: Service, { merchantId }: Cast): Promise<Record<string, string[]>> {
  const found = Object.entries(tables).map(async ([name, table]) => {
    const rows = await sql.unsafe(
      `select id::text as id from ${table} where merchant_id = '${merchantId}' order by id limit 4`,
    )
    const ids = (rows as unknown as { id: string }[]).map(({ id }) => id)
    assert.ok(ids.length > 0, `${table} has nothing of it`)
    return [name, ids] as const
  })
  const people = await sql<{ id: string }[]>`
    select user_id as id from memberships where merchant_id = ${merchantId}`
  return {
    ...Object.fromEntries(await Promise.all(found)),
    merchant_id: [merchantId],
    user_id: people.map(({ id }) => id).slice(0, 2),
  }
}

/** The addresses that its payers have: whoever has one sees what is behind it, and nothing else. */
async function pagesOf({ world: { sql } }: Service, { merchantId }: Cast): Promise<string[]> {
  const pages = await sql<{ token: string }[]>`
    select page_token as token from collections where merchant_id = ${merchantId} and page_token is not null`
  const links = await sql<{ token: string }[]>`
    select token from payment_links where merchant_id = ${merchantId}`
  const bills = await sql<{ token: string }[]>`select token from invoices where merchant_id = ${merchantId}`
  return [
    ...pages.map(({ token }) => `/pay/${token}`),
    ...links.map(({ token }) => `/l/${token}`),
    ...bills.map(({ token }) => `/i/${token}`),
  ]
}
