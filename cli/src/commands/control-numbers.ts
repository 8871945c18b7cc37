import type { ControlNumber } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, table, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { amountText, cursorOption, idempotencyOption, limitOption, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { readRows } from './read-rows.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

const kinds = { order: 'ORDER', customer: 'CUSTOMER' } as const
const modes = { exact: 'EXACT', part: 'PART', any: 'ANY' } as const
const statuses = ['ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED'] as const

type Wish = {
  kind: keyof typeof kinds
  amount?: string
  mode?: keyof typeof modes
  customer?: string
  invoice?: string
  description?: string
  reference?: string
  expires?: string
  idempotencyKey?: string
}

const callsOf = (connected: Connected) => personFirst(connected).controlNumbers

const shown = (one: ControlNumber, { paint }: Printer) => ({ ...one, status: paintStatus(paint, one.status) })

export function addControlNumbers(program: Command, surroundings: Surroundings): void {
  const numbers = branch(program, 'control-numbers', 'numbers that payers type in at their wallet or bank')
  addCreate(numbers, surroundings)
  addCreateMany(numbers, surroundings)
  addReads(numbers, surroundings)
  addCancel(numbers, surroundings)
}

function addCreate(numbers: Command, surroundings: Surroundings): void {
  const command = leaf(numbers, 'create', {
    summary: 'make a control number for an order, a customer or an invoice',
    description:
      'Without --mode exactly the amount is taken, or whatever the payer sends where there is none. With --invoice it is for what is due of that.',
    examples: [
      'control-numbers create --amount 25000 --reference order-1042',
      'control-numbers create --kind customer --description "School fees"',
    ],
  })
  command
    .addOption(
      new Option('--kind <kind>', 'paid once, or again and again')
        .choices(Object.keys(kinds))
        .default('order'),
    )
    .option('--amount <amount>', 'what is asked for; whatever the payer sends, unless told', amountText)
    .addOption(new Option('--mode <mode>', 'how much may be paid').choices(Object.keys(modes)))
    .option('--customer <id>', 'the saved customer that it is for')
    .option('--invoice <id>', 'the invoice that it is for')
    .option('--description <text>', 'what it is for')
    .option('--reference <text>', 'your own number for it')
    .option('--expires <instant>', 'until when, like 2026-12-31T20:59:59Z')
    .addOption(idempotencyOption())
    .action(async (wish: Wish) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const made = await callsOf(connected).create(
        {
          kind: kinds[wish.kind],
          ...said({
            amount: wish.amount,
            payment_mode: wish.mode && modes[wish.mode],
            customer_id: wish.customer,
            invoice_id: wish.invoice,
            description: wish.description,
            merchant_reference: wish.reference,
            expires_at: wish.expires,
          }),
        },
        { signal, idempotencyKey: wish.idempotencyKey },
      )
      printer.result(made, record(shown(made, printer)))
    })
}

function addCreateMany(numbers: Command, surroundings: Surroundings): void {
  const command = leaf(numbers, 'create-many', {
    summary: 'make up to 1,000 control numbers of a CSV, all or none',
    description:
      'The first line names the columns: kind, amount, payment_mode, merchant_reference, description, expires_at, customer_id, invoice_id. The numbers come in the order of the rows.',
    examples: ['control-numbers create-many orders.csv'],
  })
  command
    .argument('<file>', 'a CSV')
    .addOption(idempotencyOption())
    .action(async (file: string, { idempotencyKey }: Pick<Wish, 'idempotencyKey'>) => {
      const rows = await readRows(file, surroundings)
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const made = await callsOf(connected).createMany({ rows }, { signal, idempotencyKey })
      const listed = made.items.map((one) => [one.number, one.amount ?? 'any', one.merchant_reference ?? ''])
      printer.result(made, table(['number', 'amount', 'reference'], listed))
    })
}

function addReads(numbers: Command, surroundings: Surroundings): void {
  const get = leaf(numbers, 'get', {
    summary: 'show one control number',
    examples: ['control-numbers get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the control number').action(async (id: string) => {
    const connected = await withConnection(get, surroundings)
    const { printer, signal } = connected
    const found = await callsOf(connected).get(id, { signal })
    printer.result(found, record(shown(found, printer)))
  })

  const list = leaf(numbers, 'list', {
    summary: 'list control numbers, newest first',
    examples: ['control-numbers list --status ACTIVE', 'control-numbers list --number 1048137756190'],
  })
  list
    .addOption(new Option('--status <status>', 'only those in this state').choices(statuses))
    .option('--number <digits>', 'only the one with these 13 digits')
    .option('--reference <text>', 'only those with this reference of yours')
    .option('--customer <id>', 'only those of this customer')
    .option('--invoice <id>', 'only those of this invoice')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, status, number, reference, customer, invoice, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const filters = said({
        ...{ status, number, merchant_reference: reference },
        ...{ customer_id: customer, invoice_id: invoice, cursor },
      })
      const page = await callsOf(connected).list({ page_size: limit, ...filters }, { signal })
      const rows = page.items.map((one) => [
        one.number,
        paintStatus(printer.paint, one.status),
        one.amount === null ? `any ${one.currency}` : `${one.amount} ${one.currency}`,
        one.paid_amount,
        one.merchant_reference ?? '',
        one.id,
      ])
      const headings = ['number', 'status', 'amount', 'paid', 'reference', 'id']
      printer.result(page, tableOrNone(headings, rows))
    })
}

function addCancel(numbers: Command, surroundings: Surroundings): void {
  const command = leaf(numbers, 'cancel', {
    summary: 'close a control number for good',
    description: 'Whoever tries to pay it is told so. What was paid before stays paid.',
    examples: ['control-numbers cancel 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command.argument('<id>', 'of the control number').action(async (id: string) => {
    const connected = await withConnection(command, surroundings)
    const { printer, signal } = connected
    const ended = await callsOf(connected).cancel(id, { signal })
    printer.result(ended, `${ended.number} is ${paintStatus(printer.paint, ended.status)}.`)
  })
}
