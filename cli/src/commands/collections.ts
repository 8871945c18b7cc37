import type { Malipo } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { watchStatus } from '../watch-status.ts'
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
import { timeoutOption } from './watch-outcome.ts'
import { type Connected, withConnection } from './with-connection.ts'

const methods = [
  'wallet-push',
  'provider-pesa',
  'qr',
  'hosted-page',
  'ussd-push',
  'stk-push',
  'provider-pesa-push',
  'dynamic-qr',
] as const
type Method = (typeof methods)[number]

const statuses = ['created', 'processing', 'pending_clearance', 'successful', 'failed', 'reversed'] as const
const simulated = ['successful', 'failed', 'pending_clearance', 'reversed'] as const

type Wish = {
  method: Method
  amount: string
  phone?: string
  currency?: string
  reference?: string
  description?: string
  metadata?: Record<string, string>
  customerName?: string
  customerEmail?: string
  redirectUrl?: string
  cancelUrl?: string
  simulateStatus?: (typeof simulated)[number]
  idempotencyKey?: string
  watch?: boolean
  timeout: number
}

export function addCollections(program: Command, surroundings: Surroundings): void {
  const collections = branch(program, 'collections', 'take money in')
  addCreate(collections, surroundings)
  addReads(collections, surroundings)
}

function addCreate(collections: Command, surroundings: Surroundings): void {
  const command = leaf(collections, 'create', {
    summary: 'ask a customer for money',
    description:
      'Asks for a payment. That it was accepted does not mean that anything is paid: --watch waits until it is, or is not.',
    examples: [
      'collections create --amount 1000 --phone 255700000001 --watch',
      'collections create --method dynamic-qr --amount 2500 --reference order-7',
    ],
  })
  command
    .addOption(
      new Option('--method <method>', 'how it is to be paid').choices(methods).default('wallet-push'),
    )
    .requiredOption('--amount <amount>', 'how much', amountText)
    .option('--phone <number>', "the customer's phone, like 255712345678")
    .option('--currency <code>', 'TZS unless told otherwise')
    .option('--reference <text>', 'what your books call it')
    .option('--description <text>', 'what it is for')
    .addOption(metadataOption())
    .option('--customer-name <name>', 'who pays')
    .option('--customer-email <email>', 'who pays')
    .option('--redirect-url <url>', 'where a hosted page leads when it is paid')
    .option('--cancel-url <url>', 'where a hosted page leads when it is not')
    .addOption(new Option('--simulate-status <status>', 'sandbox: how it ends').choices(simulated))
    .addOption(idempotencyOption())
    .option('--watch', 'wait for the outcome; exits with 1 if it is not paid')
    .addOption(timeoutOption())
    .action(async (wish: Wish) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      if (wish.method === 'hosted-page' && connected.environment === 'sandbox')
        printer.note(printer.paint.yellow('A hosted page is a live payment, whichever key asks for it.'))
      const options = { signal, idempotencyKey: wish.idempotencyKey }
      const made = await create(connected.malipo, wish, options)
      printer.result(made, record({ ...made }))
      if (wish.watch) await watch('id' in made ? made.id : made.collection_id, wish.timeout, connected)
    })
}

type CallOptions = { signal: AbortSignal; idempotencyKey: string | undefined }

async function create({ collections }: Malipo, wish: Wish, options: CallOptions) {
  const { amount, currency, description, reference, metadata, customerName: customer_name } = wish
  const common = { amount, ...said({ currency, description, metadata, customer_name }) }
  const a = { ...common, ...said({ reference }) }
  const b = { ...common, ...said({ merchant_reference: reference, customer_email: wish.customerEmail }) }
  const simulate = said({ simulate_status: wish.simulateStatus })
  const phone = () => needed(wish.phone, `--phone is needed for ${wish.method}.`)
  switch (wish.method) {
    case 'wallet-push':
      return await collections.walletPush({ ...a, ...simulate, phone: phone() }, options)
    case 'provider-pesa':
      return await collections.providerPesa({ ...a, ...simulate, phone: phone() }, options)
    case 'qr':
      return await collections.qr({ ...a, ...simulate, ...said({ customer_phone: wish.phone }) }, options)
    case 'hosted-page': {
      const page = {
        redirect_url: wish.redirectUrl,
        cancel_url: wish.cancelUrl,
        customer_email: wish.customerEmail,
      }
      return await collections.hostedPage({ ...a, ...said({ ...page, customer_phone: wish.phone }) }, options)
    }
    case 'ussd-push':
      return await collections.ussdPush({ ...b, customer_phone: phone() }, options)
    case 'stk-push':
      return await collections.stkPush({ ...b, customer_phone: phone() }, options)
    case 'provider-pesa-push':
      return await collections.providerPesaPush({ ...b, customer_phone: phone() }, options)
    case 'dynamic-qr':
      return await collections.dynamicQr(b, options)
  }
}

function needed(value: string | undefined, problem: string): string {
  if (value === undefined) throw new Misuse(problem)
  return value
}

function addReads(collections: Command, surroundings: Surroundings): void {
  const get = leaf(collections, 'get', {
    summary: 'show one collection',
    examples: ['collections get 01a1ddaa-0000-7000-8000-000000000000 --refresh'],
  })
  get
    .argument('<id>', 'of the collection')
    .option('--refresh', 'ask the provider for its state first')
    .action(async (id: string, { refresh }: { refresh?: boolean }) => {
      const { malipo, printer, signal } = await withConnection(get, surroundings)
      const found = refresh
        ? await malipo.collections.refresh(id, { signal })
        : await malipo.collections.get(id, { signal })
      printer.result(found, record({ ...found, status: paintStatus(printer.paint, found.status) }))
    })

  const watching = leaf(collections, 'watch', {
    summary: 'wait for the outcome of one collection',
    description:
      'Shows each state until nothing more can become of it. Exits with 0 only if it is paid; when the time is over the outcome is unknown, not failed.',
    examples: ['collections watch 01a1ddaa-0000-7000-8000-000000000000 --timeout 300'],
  })
  watching
    .argument('<id>', 'of the collection')
    .addOption(timeoutOption())
    .action(async (id: string, { timeout }: { timeout: number }) => {
      await watch(id, timeout, await withConnection(watching, surroundings))
    })

  const list = leaf(collections, 'list', {
    summary: 'list collections, newest first',
    examples: ['collections list --status successful --limit 5'],
    isForPeople: true,
  })
  list
    .addOption(new Option('--status <status>', 'only those').choices(statuses))
    .option('--reference <text>', 'only those')
    .option('--metadata <key=value>', 'only those that have this; up to three', pair)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, ...filters }) => {
      const { dashboard, printer, signal } = await withConnection(list, surroundings)
      const page = await dashboard().collections.list({ page_size: limit, ...filters }, { signal })
      const rows = page.items.map((one) => [
        one.created_at,
        one.id,
        paintStatus(printer.paint, one.status),
        `${one.amount} ${one.currency}`,
        one.merchant_reference ?? '',
      ])
      printer.result(page, tableOrNone(['created', 'id', 'status', 'amount', 'reference'], rows))
    })
}

async function watch(
  id: string,
  timeoutSeconds: number,
  { malipo, printer, signal }: Connected,
): Promise<void> {
  printer.progress('Waiting for the outcome …')
  const ended = await watchStatus({
    read: () => malipo.collections.get(id, { signal }),
    onChange: (collection) => printer.result(collection, lineOf(collection, printer)),
    isFinal: ({ status }) => ['successful', 'failed', 'reversed'].includes(status),
    timeoutMs: timeoutSeconds * 1_000,
    signal,
  })
  if (ended === undefined)
    throw new Trouble(
      `The outcome of ${id} is not known after ${timeoutSeconds} s. It may still be paid.`,
      `Go on waiting: malipo-dev collections watch ${id}`,
    )
  if (ended.status !== 'successful')
    throw new Trouble(`${id} is not paid: ${ended.status}.`, ended.failure_message ?? undefined)
}

function lineOf({ updated_at, collection_id, status, message }: Shown, { paint }: Printer): string {
  return `${paint.dim(updated_at)}  ${collection_id}  ${paintStatus(paint, status)}  ${message}`
}

type Shown = { updated_at: string; collection_id: string; status: string; message: string }
