import type { Refund } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, tableOrNone } from '../output/tables.ts'
import { canAsk, type Surroundings } from '../surroundings.ts'
import { addAnswer } from './answer.ts'
import { askOn } from './ask.ts'
import { type WhereBack, whereBack, withWhereBack } from './destination-flags.ts'
import {
  amountText,
  cursorOption,
  idempotencyOption,
  limitOption,
  metadataOption,
  pair,
  said,
} from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { timeoutOption, watchOutgoing } from './watch-outcome.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

const reasons = ['requested', 'duplicate', 'not_delivered', 'overpaid', 'other'] as const

type Wish = WhereBack & {
  amount?: string
  reason: (typeof reasons)[number]
  note?: string
  creditNote?: boolean
  metadata?: Record<string, string>
  idempotencyKey?: string
  yes?: boolean
  watch?: boolean
  timeout: number
}

const callsOf = (connected: Connected) => personFirst(connected).refunds

export function addRefunds(program: Command, surroundings: Surroundings): void {
  const refunds = branch(program, 'refunds', 'give money back to whoever paid')
  addQuote(refunds, surroundings)
  addCreate(refunds, surroundings)
  addReads(refunds, surroundings)
  addCancel(refunds, surroundings)
  addAnswer(refunds, surroundings, {
    of: 'refund',
    send: (connected, id, { message }, options) => callsOf(connected).answer(id, { message }, options),
  })
}

function addQuote(refunds: Command, surroundings: Surroundings): void {
  const command = leaf(refunds, 'quote', {
    summary: 'see what a refund would cost, and what is left of the payment',
    description: 'Makes nothing and reserves nothing.',
    examples: ['refunds quote 01a1ddaa-0000-7000-8000-000000000000 --amount 500'],
  })
  command
    .argument('<collection>', 'the payment that goes back')
    .option('--amount <amount>', 'how much; what is left, unless told otherwise', amountText)
  withWhereBack(command).action(
    async (collection_id: string, { amount, ...where }: WhereBack & Pick<Wish, 'amount'>) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const body = { collection_id, ...said({ amount }), ...whereBack(where) }
      const quote = await callsOf(connected).quote(body, { signal })
      printer.result(quote, record({ ...quote }))
    },
  )
}

function addCreate(refunds: Command, surroundings: Surroundings): void {
  const command = leaf(refunds, 'create', {
    summary: 'refund a payment, whole or in part',
    description:
      'Asks for a refund, which waits for a Super Admin; in the sandbox one is played. With --live it is real money: it asks first, or needs --yes.',
    examples: ['refunds create 01a1ddaa-0000-7000-8000-000000000000 --amount 500 --reason duplicate --watch'],
  })
  command
    .argument('<collection>', 'the payment that goes back')
    .option('--amount <amount>', 'how much; what is left, unless told otherwise', amountText)
  withWhereBack(command)
    .addOption(new Option('--reason <reason>', 'why').choices(reasons).default('requested'))
    .option('--note <text>', 'for your own people and whoever approves')
    .option('--credit-note', 'credit its invoice when it is paid; so it is unless told otherwise')
    .option('--no-credit-note', 'its invoice is due again instead')
    .addOption(metadataOption())
    .addOption(idempotencyOption())
    .option('--yes', 'do not ask before live money is given back')
    .option('--watch', 'wait for the outcome; exits with 1 if it does not arrive')
    .addOption(timeoutOption())
    .action(async (collection_id: string, wish: Wish) => {
      const connected = await withConnection(command, surroundings)
      await confirm(collection_id, wish, connected)
      const { printer, signal } = connected
      const { amount, reason, note, creditNote: credit_note, metadata, idempotencyKey } = wish
      const body = {
        ...{ collection_id, reason, ...whereBack(wish) },
        ...said({ amount, note, credit_note, metadata }),
      }
      const made = await callsOf(connected).create(body, { signal, idempotencyKey })
      printer.result(made, record({ ...made, status: paintStatus(printer.paint, made.status) }))
      if (wish.watch) await watch(made.id, wish.timeout, connected)
    })
}

/** Test money needs no second thought. */
async function confirm(
  collectionId: string,
  { amount, yes }: Wish,
  { environment, surroundings }: Connected,
): Promise<void> {
  if (environment === 'sandbox' || yes) return
  if (!canAsk(surroundings)) throw new Misuse('This gives live money back. Say --yes if nobody can be asked.')
  const how = amount === undefined ? 'all that is left' : amount
  if (!(await askOn(surroundings).confirm(`Give ${how} of ${collectionId} back, in live money?`, '--yes')))
    throw new Trouble('Nothing was done.')
}

function addReads(refunds: Command, surroundings: Surroundings): void {
  const get = leaf(refunds, 'get', {
    summary: 'show one refund',
    examples: ['refunds get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the refund').action(async (id: string) => {
    const connected = await withConnection(get, surroundings)
    const { printer, signal } = connected
    const found = await callsOf(connected).get(id, { signal })
    printer.result(found, record({ ...found, status: paintStatus(printer.paint, found.status) }))
  })

  const watching = leaf(refunds, 'watch', {
    summary: 'wait for the outcome of one refund',
    description:
      'Shows each state until nothing more can become of it. Exits with 0 only if the money arrived.',
    examples: ['refunds watch 01a1ddaa-0000-7000-8000-000000000000'],
  })
  watching
    .argument('<id>', 'of the refund')
    .addOption(timeoutOption())
    .action(async (id: string, { timeout }: { timeout: number }) => {
      await watch(id, timeout, await withConnection(watching, surroundings))
    })

  const list = leaf(refunds, 'list', {
    summary: 'list refunds, newest first',
    examples: ['refunds list --collection 01a1ddaa-0000-7000-8000-000000000000'],
  })
  list
    .option('--collection <id>', 'only those of this payment')
    .option('--metadata <key=value>', 'only those that have this; up to three', pair)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, collection, metadata, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const filters = said({ collection_id: collection, metadata, cursor })
      const page = await callsOf(connected).list({ page_size: limit, ...filters }, { signal })
      const rows = page.items.map((one) => rowOf(one, printer))
      printer.result(page, tableOrNone(['created', 'id', 'status', 'amount', 'of'], rows))
    })
}

function rowOf(one: Refund, { paint }: Printer): string[] {
  const amount = `${one.amount} ${one.currency}`
  return [one.created_at, one.id, paintStatus(paint, one.status), amount, one.collection_id]
}

function addCancel(refunds: Command, surroundings: Surroundings): void {
  const command = leaf(refunds, 'cancel', {
    summary: 'call back a refund that nobody has approved',
    examples: ['refunds cancel 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command.argument('<id>', 'of the refund').action(async (id: string) => {
    const connected = await withConnection(command, surroundings)
    const { printer, signal } = connected
    const ended = await callsOf(connected).cancel(id, { signal })
    printer.result(ended, `${ended.id} is ${paintStatus(printer.paint, ended.status)}.`)
  })
}

async function watch(id: string, timeoutSeconds: number, connected: Connected): Promise<void> {
  const { signal } = connected
  await watchOutgoing(connected, { id, command: 'refunds', timeoutSeconds }, () =>
    callsOf(connected).get(id, { signal }),
  )
}
