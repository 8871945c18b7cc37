import type { InvoiceItemRequest } from '@malipo/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { amountText, metadataOption, said } from './flags.ts'

export type InvoiceWish = {
  customer?: string
  phone?: string
  email?: string
  due?: string
  item?: InvoiceItemRequest[]
  parts?: boolean
  least?: string
  notes?: string
  currency?: string
  metadata?: Record<string, string>
}

/** `description=quantity x price + tax`: `Maize flour=2x3500+18%`, or `Delivery=5000`. */
export function item(text: string, before: InvoiceItemRequest[] = []): InvoiceItemRequest[] {
  const at = text.lastIndexOf('=')
  const [, quantity = '1', unit_price, tax_percent] =
    /^(?:([\d.]+)x)?([\d.]+)(?:\+([\d.]+)%)?$/.exec(text.slice(at + 1).replaceAll(' ', '')) ?? []
  if (at < 1 || unit_price === undefined)
    throw new InvalidArgumentError(
      'It must be written as description=2x3500, description=5000 or description=2x3500+18%.',
    )
  return [
    ...before,
    { description: text.slice(0, at).trim(), quantity, unit_price, ...said({ tax_percent }) },
  ]
}

/** What an invoice says. `isNew` has what it cannot be without. */
export function withInvoiceFields(command: Command, { isNew }: { isNew: boolean }): Command {
  const needed = (flags: string, purpose: string) =>
    isNew ? command.requiredOption(flags, purpose) : command.option(flags, purpose)
  needed('--customer <name>', 'who is to pay')
  needed('--phone <number>', 'theirs')
  needed('--due <day>', 'until when, like 2026-12-31')
  const items = 'description=quantity x price, with +18% for tax; once for each line'
  if (isNew) command.requiredOption('--item <item>', items, item)
  else command.option('--item <item>', `${items}; replaces all`, item)
  return command
    .option('--email <email>', 'theirs')
    .option('--parts', 'it may be paid in parts')
    .option('--no-parts', 'each payment is for all that is due; so it is unless told otherwise')
    .option('--least <amount>', 'the least that a part may be', amountText)
    .option('--notes <text>', 'printed below the lines')
    .option('--currency <code>', 'TZS unless told otherwise')
    .addOption(metadataOption())
}

export function invoiceFields(wish: InvoiceWish) {
  return said({
    customer_name: wish.customer,
    customer_phone: wish.phone,
    customer_email: wish.email,
    due_date: wish.due,
    items: wish.item,
    allow_part_payment: wish.parts,
    minimum_payment: wish.least,
    notes: wish.notes,
    currency: wish.currency,
    metadata: wish.metadata,
  })
}
