import type { Command } from 'commander'
import { paintStatus } from '../output/paint.ts'
import { record, table } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { idempotencyOption } from './flags.ts'
import { addCreditNotes } from './invoice-credits.ts'
import { type InvoiceWish, invoiceFields, withInvoiceFields } from './invoice-flags.ts'
import { addInvoiceReads, told } from './invoice-reads.ts'
import { branch, leaf } from './leaf.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

type Keyed = { idempotencyKey?: string }

const callsOf = (connected: Connected) => personFirst(connected).invoices

export function addInvoices(program: Command, surroundings: Surroundings): void {
  const invoices = branch(program, 'invoices', 'ask a customer to pay by a day')
  addCreate(invoices, surroundings)
  addChange(invoices, surroundings)
  addSend(invoices, surroundings)
  addLink(invoices, surroundings)
  addVoid(invoices, surroundings)
  addInvoiceReads(invoices, surroundings)
  addCreditNotes(invoices, surroundings)
}

function addCreate(invoices: Command, surroundings: Surroundings): void {
  const command = leaf(invoices, 'create', {
    summary: 'write an invoice, which begins as a draft',
    description:
      'It is sent by `invoices send`, or shared by the link of `invoices link`. Tax is on top of the price of a line.',
    examples: [
      'invoices create --customer "Asha Juma" --phone 255712345678 --due 2026-12-31 --item "Maize flour=2x3500+18%" --item Delivery=5000',
    ],
  })
  withInvoiceFields(command, { isNew: true })
    .addOption(idempotencyOption())
    .action(
      async (
        wish: Required<Pick<InvoiceWish, 'customer' | 'phone' | 'due' | 'item'>> & InvoiceWish & Keyed,
      ) => {
        const connected = await withConnection(command, surroundings)
        const { printer, signal } = connected
        const { customer, phone, due, item } = wish
        const body = {
          ...invoiceFields(wish),
          customer_name: customer,
          customer_phone: phone,
          due_date: due,
          items: item,
        }
        const made = await callsOf(connected).create(body, { signal, idempotencyKey: wish.idempotencyKey })
        printer.result(made, told(made, printer))
      },
    )
}

function addChange(invoices: Command, surroundings: Surroundings): void {
  const command = leaf(invoices, 'change', {
    summary: 'change a draft',
    description:
      'What is left out stays; lines are replaced together. Of an invoice that was sent only the metadata changes.',
    examples: ['invoices change 01a1ddaa-0000-7000-8000-000000000000 --due 2027-01-31'],
  })
  command.argument('<id>', 'of the invoice')
  withInvoiceFields(command, { isNew: false }).action(async (id: string, wish: InvoiceWish) => {
    const connected = await withConnection(command, surroundings)
    const { printer, signal } = connected
    const changed = await callsOf(connected).update(id, invoiceFields(wish), { signal })
    printer.result(changed, told(changed, printer))
  })
}

function addSend(invoices: Command, surroundings: Surroundings): void {
  const command = leaf(invoices, 'send', {
    summary: 'send an invoice to its customer, by mail and text message',
    description: 'Also prints words with its link, to send them yourself. Five times a day at most.',
    examples: ['invoices send 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command
    .argument('<id>', 'of the invoice')
    .addOption(idempotencyOption())
    .action(async (id: string, { idempotencyKey }: Keyed) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const sent = await callsOf(connected).send(id, { signal, idempotencyKey })
      const states = sent.messages.map(({ channel, state }) => [channel, state])
      printer.result(sent, `${table(['by', 'state'], states)}\n\n${sent.share_text}`)
    })
}

function addLink(invoices: Command, surroundings: Surroundings): void {
  const command = leaf(invoices, 'link', {
    summary: 'make the payment link of an invoice',
    description: 'A second call answers with the same link. A draft is sent by it, so that its total stays.',
    examples: ['invoices link 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command
    .argument('<id>', 'of the invoice')
    .addOption(idempotencyOption())
    .action(async (id: string, { idempotencyKey }: Keyed) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const link = await callsOf(connected).link(id, { signal, idempotencyKey })
      printer.result(link, record({ ...link, status: paintStatus(printer.paint, link.status) }))
    })
}

function addVoid(invoices: Command, surroundings: Surroundings): void {
  const command = leaf(invoices, 'void', {
    summary: 'take an invoice back for good',
    description:
      'It keeps its number and can no longer be paid. Credit the rest of one that was paid in part.',
    examples: ['invoices void 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command
    .argument('<id>', 'of the invoice')
    .addOption(idempotencyOption())
    .action(async (id: string, { idempotencyKey }: Keyed) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const ended = await callsOf(connected).void(id, { signal, idempotencyKey })
      printer.result(ended, `${ended.number} is ${paintStatus(printer.paint, ended.status)}.`)
    })
}
