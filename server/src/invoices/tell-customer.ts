import { fillIn, formatDay, formatMoney, type Language, sayErased, wordsIn } from '../pages/pages.ts'
import { beginningOf } from '../primitives/instant.ts'
import { oneLine } from '../primitives/one-line.ts'
import type { World } from '../world/world.ts'
import { figuresOf } from './invoice-figures.ts'
import { type InvoiceRow, numberOf, publicUrlOf } from './invoice-row.ts'

/** Who tells it, and in which language. */
export type Shop = { name: string; language: Language }

/** What a customer is told about an invoice: in a text message or a chat, and in a mail. */
export type Told = { shareText: string; subject: string; mail: string }

export function tellCustomer(
  world: Pick<World, 'baseUrl'>,
  invoice: InvoiceRow,
  { name, language }: Shop,
): Told {
  const words = wordsIn(language).invoice
  const due = beginningOf(invoice.due_date)
  const values = {
    number: numberOf(invoice),
    shop: oneLine(name),
    customer: sayErased(oneLine(invoice.customer_name), language),
    amount: plain(formatMoney(figuresOf(invoice).due, invoice.currency)),
    day: due === null ? invoice.due_date : formatDay(due, language),
    url: publicUrlOf(world, invoice),
  }
  return {
    shareText: fillIn(words.share, values),
    subject: fillIn(words.subject, values),
    mail: fillIn(words.mail, values),
  }
}

/** A no-break space is no letter of plain text messages: with one of them they hold 70 letters instead of 160. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
