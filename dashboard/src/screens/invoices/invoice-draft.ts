import type { CreateInvoiceRequest, Invoice } from '@malipo/sdk'
import { readAmount } from '../../forms/read-amount.ts'
import { formatPhone, readPhone } from '../../parts/format.ts'
import { type LineTyped, noLine, readPercent, readQuantity } from './invoice-sum.ts'
import type { editorWords } from './invoices-words.ts'

/** An invoice as it is being typed. */
export type InvoiceDraft = {
  name: string
  phone: string
  email: string
  due: string
  notes: string
  isInParts: boolean
  /** The smallest part, where there is one. */
  least: string
  lines: LineTyped[]
}

export const noInvoice: InvoiceDraft = {
  ...{ name: '', phone: '', email: '', due: '', notes: '' },
  ...{ isInParts: false, least: '', lines: [noLine] },
}

export function draftOf(invoice: Invoice): InvoiceDraft {
  return {
    name: invoice.customer_name,
    phone: formatPhone(invoice.customer_phone),
    email: invoice.customer_email ?? '',
    due: invoice.due_date,
    notes: invoice.notes ?? '',
    isInParts: invoice.allow_part_payment,
    least: invoice.minimum_payment ?? '',
    lines: invoice.items.map(({ description, quantity, unit_price, tax_percent }) => ({
      description,
      quantity,
      price: unit_price,
      tax: tax_percent ?? '',
    })),
  }
}

export type DraftProblems = Readonly<Record<string, string>>

/** What is wrong, by the name of the field as the service would say it. */
export function problemsWith(draft: InvoiceDraft, words: (typeof editorWords)['en']): DraftProblems {
  const { problems: told } = words
  const found: [string, boolean, string][] = [
    ['customer_name', draft.name.trim() === '', told.name],
    ['customer_phone', !/^\+?\d{9,15}$/.test(readPhone(draft.phone)), told.phone],
    ['due_date', draft.due === '', told.due],
    [
      'minimum_payment',
      draft.isInParts && draft.least?.trim() !== '' && readAmount(draft.least) === undefined,
      told.price,
    ],
    ...draft.lines.flatMap((line, at): [string, boolean, string][] => [
      [`items.${at}.description`, line.description.trim() === '', told.description],
      [`items.${at}.quantity`, readQuantity(line.quantity) === undefined, told.quantity],
      [`items.${at}.unit_price`, readAmount(line.price) === undefined, told.price],
      [`items.${at}.tax_percent`, readPercent(line.tax) === undefined, told.tax],
    ]),
  ]
  return Object.fromEntries(
    found.filter(([, isWrong]) => isWrong).map(([name, , problem]) => [name, problem]),
  )
}

/** What is sent. What was left empty is left out. */
export function requestOf(draft: InvoiceDraft): CreateInvoiceRequest {
  const [email, notes] = [draft.email.trim(), draft.notes.trim()]
  return {
    customer_name: draft.name.trim(),
    customer_phone: readPhone(draft.phone),
    ...(email !== '' && { customer_email: email }),
    due_date: draft.due,
    ...(notes !== '' && { notes }),
    ...(draft.isInParts && { allow_part_payment: true }),
    ...(draft.isInParts &&
      draft.least.trim() !== '' && { minimum_payment: readAmount(draft.least) ?? draft.least }),
    items: draft.lines.map((line) => {
      const percent = readPercent(line.tax)
      return {
        description: line.description.trim(),
        quantity: readQuantity(line.quantity) ?? line.quantity,
        unit_price: readAmount(line.price) ?? line.price,
        ...(percent && { tax_percent: percent }),
      }
    }),
  }
}
