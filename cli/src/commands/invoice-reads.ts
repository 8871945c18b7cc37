import type { Invoice } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, table, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { cursorOption, limitOption, pair, said } from './flags.ts'
import { leaf } from './leaf.ts'
import { saveFile } from './save-file.ts'
import { personFirst, withConnection } from './with-connection.ts'

const statuses = ['DRAFT', 'SENT', 'PARTIALLY_PAID', 'PAID', 'CREDITED', 'VOID', 'OVERDUE'] as const

export const langOption = () =>
  new Option('--lang <language>', "of the paper; the merchant's, unless told otherwise").choices(['sw', 'en'])

export function addInvoiceReads(invoices: Command, surroundings: Surroundings): void {
  addGet(invoices, surroundings)
  addList(invoices, surroundings)
  addPdf(invoices, surroundings)
}

/** In one level, as a record is shown. */
export function told({ items, status, ...rest }: Invoice, { paint }: Printer): string {
  const lines = items.map(({ description, quantity, unit_price, tax_percent }) => [
    quantity,
    unit_price,
    tax_percent === null ? '' : `${tax_percent}%`,
    description,
  ])
  const head = record({ ...rest, status: paintStatus(paint, status) })
  return `${head}\n\n${table(['quantity', 'price', 'tax', 'what'], lines)}`
}

function addGet(invoices: Command, surroundings: Surroundings): void {
  const get = leaf(invoices, 'get', {
    summary: 'show one invoice',
    examples: ['invoices get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the invoice').action(async (id: string) => {
    const connected = await withConnection(get, surroundings)
    const { printer, signal } = connected
    const found = await personFirst(connected).invoices.get(id, { signal })
    printer.result(found, told(found, printer))
  })
}

function addList(invoices: Command, surroundings: Surroundings): void {
  const list = leaf(invoices, 'list', {
    summary: 'list invoices, newest first',
    examples: ['invoices list --status OVERDUE', 'invoices list --from 2026-11-01 --to 2026-11-30'],
  })
  list
    .addOption(new Option('--status <status>', 'only those in this state').choices(statuses))
    .option('--from <day>', 'only those made from this day or instant on')
    .option('--to <day>', 'only those made until the end of this day, or before this instant')
    .option('--metadata <key=value>', 'only those that have this; up to three', pair)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, status, from, to, metadata, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const query = { page_size: limit, ...said({ status, from, to, metadata, cursor }) }
      const page = await personFirst(connected).invoices.list(query, { signal })
      const rows = page.items.map((one) => [
        one.number,
        paintStatus(printer.paint, one.status),
        one.due_date,
        `${one.total} ${one.currency}`,
        one.amount_due,
        one.id,
        one.customer_name,
      ])
      const headings = ['number', 'status', 'due', 'total', 'left', 'id', 'customer']
      printer.result(page, tableOrNone(headings, rows))
    })
}

function addPdf(invoices: Command, surroundings: Surroundings): void {
  const pdf = leaf(invoices, 'pdf', {
    summary: 'save an invoice as PDF',
    examples: ['invoices pdf 01a1ddaa-0000-7000-8000-000000000000 --to invoice.pdf'],
  })
  pdf
    .argument('<id>', 'of the invoice')
    .requiredOption('--to <file>', 'where it is saved; a file that is there is left alone')
    .addOption(langOption())
    .action(async (id: string, { to, lang }: { to: string; lang?: 'sw' | 'en' }) => {
      const connected = await withConnection(pdf, surroundings)
      const { printer, signal } = connected
      const bytes = await personFirst(connected).invoices.pdf(id, said({ lang }), { signal })
      await saveFile(to, bytes, surroundings)
      printer.result({ file: to, bytes: bytes.length }, `${to}: ${bytes.length} bytes.`)
    })
}
