import type { InvoiceItemRequest } from '@malipo/sdk'
import type { Command } from 'commander'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { amountText, cursorOption, idempotencyOption, limitOption, said } from './flags.ts'
import { item } from './invoice-flags.ts'
import { langOption } from './invoice-reads.ts'
import { leaf } from './leaf.ts'
import { saveFile } from './save-file.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

type Wish = { amount?: string; item?: InvoiceItemRequest[]; reason: string; idempotencyKey?: string }

const callsOf = (connected: Connected) => personFirst(connected).invoices

export function addCreditNotes(invoices: Command, surroundings: Surroundings): void {
  addCredit(invoices, surroundings)
  addCreditReads(invoices, surroundings)
}

function addCredit(invoices: Command, surroundings: Surroundings): void {
  const command = leaf(invoices, 'credit', {
    summary: 'issue a credit note for an invoice',
    description:
      'For an amount, or for lines. It lowers what is due, and moves no money: to send money back, use refunds create.',
    examples: [
      'invoices credit 01a1ddaa-0000-7000-8000-000000000000 --amount 5000 --reason "Not delivered."',
    ],
  })
  command
    .argument('<id>', 'of the invoice')
    .option('--amount <amount>', 'how much', amountText)
    .option(
      '--item <item>',
      'instead: description=quantity x price, with +18% for tax; once for each line',
      item,
    )
    .requiredOption('--reason <text>', 'printed on it, for the customer to read')
    .addOption(idempotencyOption())
    .action(async (id: string, { amount, item: items, reason, idempotencyKey }: Wish) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const body = { reason, ...said({ amount, items }) }
      const made = await callsOf(connected).credit(id, body, { signal, idempotencyKey })
      printer.result(made, record({ ...made }))
    })
}

function addCreditReads(invoices: Command, surroundings: Surroundings): void {
  const list = leaf(invoices, 'credit-notes', {
    summary: 'list the credit notes of an invoice',
    examples: ['invoices credit-notes 01a1ddaa-0000-7000-8000-000000000000'],
  })
  list
    .argument('<id>', 'of the invoice')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async (id: string, { limit, cursor }: { limit: number; cursor?: string }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const query = { page_size: limit, ...said({ cursor }) }
      const page = await callsOf(connected).creditNotes(id, query, { signal })
      const rows = page.items.map((one) => [one.number, `${one.amount} ${one.currency}`, one.id, one.reason])
      printer.result(page, tableOrNone(['number', 'amount', 'id', 'reason'], rows))
    })

  const pdf = leaf(invoices, 'credit-note-pdf', {
    summary: 'save a credit note as PDF',
    examples: [
      'invoices credit-note-pdf 01a1ddaa-0000-7000-8000-000000000000 01a1ddaa-0000-7000-8000-000000000001 --to credit.pdf',
    ],
  })
  pdf
    .argument('<id>', 'of the invoice')
    .argument('<credit-note>', 'its id, as credit-notes shows it')
    .requiredOption('--to <file>', 'where it is saved; a file that is there is left alone')
    .addOption(langOption())
    .action(async (id: string, note: string, { to, lang }: { to: string; lang?: 'sw' | 'en' }) => {
      const connected = await withConnection(pdf, surroundings)
      const { printer, signal } = connected
      const bytes = await callsOf(connected).creditNotePdf(id, note, said({ lang }), { signal })
      await saveFile(to, bytes, surroundings)
      printer.result({ file: to, bytes: bytes.length }, `${to}: ${bytes.length} bytes.`)
    })
}
