import type { operations, ReplyOf } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { queueMail } from '../mail/mail.ts'
import type { Language } from '../pages/pages.ts'
import { dayAt, endOf } from '../primitives/instant.ts'
import { Refusal } from '../primitives/refusal.ts'
import { queueTexts } from '../sms/sms.ts'
import type { World } from '../world/world.ts'
import { issue, refuseUnowed } from './check-invoice.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { type Told, tellCustomer } from './tell-customer.ts'

type Sent = ReplyOf<typeof operations.sendInvoice>

/** Nobody is written to without end, whoever asks for it. */
const mostSendsADay = 5

/**
 * Sends an invoice that the caller has locked by whatever reaches its customer, in the transaction that makes it `SENT`. What the
 * merchant can share by itself is always answered.
 */
export async function sendInvoice(
  tx: Transaction,
  world: World,
  { merchant, environment }: Pick<Actor, 'merchant' | 'environment'>,
  invoice: InvoiceRow,
  language: Language,
): Promise<Sent> {
  if (environment === 'live' && !merchant.is_active) throw new Refusal('merchant_inactive')
  refuseUnowed(invoice)
  await countSend(tx, world, invoice)
  await issue(tx, world, invoice)
  const told = tellCustomer(world, invoice, merchant.name, language)
  const messages =
    environment === 'sandbox'
      ? await keepInSandbox(tx, world, invoice, told)
      : await queueForCustomer(tx, world, invoice, told)
  return { messages, share_text: told.shareText }
}

/** Counted by the day in Dar es Salaam, in the row that is locked. */
async function countSend(tx: Transaction, world: World, invoice: InvoiceRow): Promise<void> {
  const now = world.clock.now()
  const today = dayAt(now)
  const before = invoice.sent_on === today ? invoice.sends : 0
  if (before >= mostSendsADay) {
    const waitMs = (endOf(today)?.getTime() ?? now.getTime()) - now.getTime()
    throw new Refusal('rate_limited', {
      message: `An invoice is sent ${mostSendsADay} times a day at most. Share its link, or send it again tomorrow.`,
      details: { retry_after_seconds: Math.ceil(waitMs / 1_000) },
    })
  }
  await tx`update invoices set sent_on = ${today}::date, sends = ${before + 1} where id = ${invoice.id}`
}

async function queueForCustomer(
  tx: Transaction,
  world: World,
  { customer_email: email, customer_phone: phone }: InvoiceRow,
  { shareText, subject, mail }: Told,
): Promise<Sent['messages']> {
  const isMailed = email !== null && world.mailIsConfigured === true
  if (isMailed) await queueMail(tx, world, [{ to: email, subject, text: mail }])
  if (world.smsIsConfigured) await queueTexts(tx, world, [{ to: phone, text: shareText }])
  return [
    {
      channel: 'email',
      state: isMailed ? 'queued' : world.mailIsConfigured ? 'no_address' : 'not_configured',
    },
    { channel: 'sms', state: world.smsIsConfigured ? 'queued' : 'not_configured' },
  ]
}

/** Nothing ever leaves the sandbox: what would is read in its outbox. */
async function keepInSandbox(
  tx: Transaction,
  world: World,
  { merchant_id: merchantId, customer_email: email, customer_phone: phone }: InvoiceRow,
  { shareText, subject, mail }: Told,
): Promise<Sent['messages']> {
  const kept = [
    ...(email === null ? [] : [{ channel: 'email', recipient: email, text: `${subject}\n\n${mail}` }]),
    { channel: 'sms', recipient: phone, text: shareText },
  ]
  const rows = kept.map((one) => ({
    ...one,
    id: world.newId(),
    merchant_id: merchantId,
    created_at: world.clock.now(),
  }))
  await tx`
    insert into sandbox_messages (id, merchant_id, channel, recipient, text, created_at)
    select id, merchant_id, channel, recipient, text, created_at
    from json_populate_recordset(null::sandbox_messages, ${JSON.stringify(rows)}::json)`
  return [
    { channel: 'email', state: email === null ? 'no_address' : 'kept' },
    { channel: 'sms', state: 'kept' },
  ]
}
