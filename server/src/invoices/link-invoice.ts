import type { PaymentLink } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { fillIn, type Language, wordsIn } from '../pages/pages.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import { issue, refuseUnowed } from './check-invoice.ts'
import { findInvoice } from './find-invoices.ts'
import { figuresOf, leastPart } from './invoice-figures.ts'
import { type InvoiceRow, numberOf } from './invoice-row.ts'

type Owner = Pick<Actor, 'merchantId' | 'environment'>
type Link = Static<typeof PaymentLink>

/** What is asked for by the link: all that is due in one payment, or in parts that the payers choose. */
export type LinkTerms = {
  single_use: boolean
  amount: string | null
  min_amount?: string
  max_amount?: string
}

export function termsOf(invoice: InvoiceRow): LinkTerms {
  const { due } = figuresOf(invoice)
  const least = leastPart(invoice)
  const single_use = !invoice.allow_part_payment
  if (least === null) return { single_use, amount: textFromMinor(due) }
  return {
    ...{ single_use, amount: null, max_amount: textFromMinor(due) },
    ...(invoice.minimum_payment !== null && { min_amount: textFromMinor(least) }),
  }
}

/** What invoices need of payment links, whose room stands on collections and so, in the end, on invoices. */
export type InvoiceLinks = {
  open(
    tx: Transaction,
    owner: Owner,
    wish: LinkTerms & { invoiceId: string; currency: string; description: string },
  ): Promise<Link>
  find(sql: Database | Transaction, owner: Owner, id: string): Promise<Link>
  close(tx: Transaction, owner: Owner, id: string): Promise<void>
  /** Ends the control numbers of an invoice that was voided. */
  closeNumbers(tx: Transaction, voided: InvoiceRow): Promise<void>
}

/** The one payment link of an invoice that the caller has locked: made for the first who asks, and the same for all others. */
export async function linkInvoice(
  tx: Transaction,
  world: World,
  links: InvoiceLinks,
  owner: Owner,
  invoice: InvoiceRow,
  language: Language,
): Promise<Link> {
  if (invoice.payment_link_id !== null) return await links.find(tx, owner, invoice.payment_link_id)
  refuseUnowed(invoice)
  await issue(tx, world, invoice)
  const link = await links.open(tx, owner, {
    invoiceId: invoice.id,
    ...termsOf(invoice),
    currency: invoice.currency,
    description: fillIn(wordsIn(language).invoice.title, { number: numberOf(invoice) }),
  })
  await tx`
    update invoices set payment_link_id = ${link.id}, updated_at = ${world.clock.now()} where id = ${invoice.id}`
  return link
}

/**
 * Where a customer pays an invoice that is still owed, by its link; null where nothing is left to pay. The link that is there already
 * says by itself what has become of the invoice since, so nothing is locked for it.
 */
export async function wayToPay(
  world: World,
  links: InvoiceLinks,
  { id, merchant_id: merchantId, environment, status, payment_link_id: linkId }: InvoiceRow,
  language: Language,
): Promise<string | null> {
  const owner = { merchantId, environment }
  if (status !== 'SENT' && status !== 'PARTIALLY_PAID') return null
  if (linkId !== null) return (await links.find(world.sql, owner, linkId)).public_url
  return await world.sql.begin(async (tx) => {
    const invoice = await findInvoice(tx, owner, id, 'for update')
    if (invoice.status !== 'SENT' && invoice.status !== 'PARTIALLY_PAID') return null
    return (await linkInvoice(tx, world, links, owner, invoice, language)).public_url
  })
}
