import type { Withdrawal } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, table, tableOrNone } from '../output/tables.ts'
import { canAsk, type Surroundings } from '../surroundings.ts'
import { type Payout, payOut, withdrawalCalls } from '../withdrawals/pay-out.ts'
import { addAnswer } from './answer.ts'
import { askOn } from './ask.ts'
import { lookUpOption, type MethodName, methodNames, methodOption } from './destination-flags.ts'
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
import { type Connected, withConnection } from './with-connection.ts'

const statuses = [
  'PENDING_ADMIN_APPROVAL',
  'INFO_REQUESTED',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
  'REJECTED',
  'NEEDS_ADMIN_ATTENTION',
  'NEEDS_RECONCILIATION',
  'BLOCKED_IP_WHITELIST',
  'REVERSED',
] as const

type Destination = { method: MethodName; amount: string; code?: string; to: string }
type Wish = Destination & {
  name: string
  bankName?: string
  bankAccountName?: string
  reference?: string
  lookUp?: string
  metadata?: Record<string, string>
  idempotencyKey?: string
  yes?: boolean
  watch?: boolean
  timeout: number
}

export function addWithdrawals(program: Command, surroundings: Surroundings): void {
  const withdrawals = branch(
    program,
    'withdrawals',
    'pay money out; a Super Admin approves each, in the sandbox by itself',
  )
  addQuote(withdrawals, surroundings)
  addSubmit(withdrawals, surroundings)
  addReads(withdrawals, surroundings)
  addCancel(withdrawals, surroundings)
  addAnswer(withdrawals, surroundings, {
    of: 'withdrawal',
    takesLookUp: true,
    isForPeople: true,
    send: ({ dashboard }, id, body, options) => dashboard().withdrawals.answer(id, body, options),
  })
}

function withDestination(command: Command): Command {
  return command
    .addOption(methodOption())
    .requiredOption('--amount <amount>', 'how much', amountText)
    .requiredOption('--to <number>', 'phone or account number')
    .option('--code <code>', 'the network or bank, like MPESA or CRDB (GET /v1/destinations has them)')
}

function codeOf({ method, code }: Destination): string {
  if (code !== undefined) return code
  if (method === 'provider-pesa') return 'PROVIDER_PESA'
  throw new Misuse(`--code is needed for ${method}: the network or bank, like MPESA or CRDB.`)
}

function addQuote(withdrawals: Command, surroundings: Surroundings): void {
  const command = leaf(withdrawals, 'quote', {
    summary: 'see what a withdrawal would cost',
    description: 'Makes nothing and reserves nothing.',
    examples: ['withdrawals quote --amount 10000 --code MPESA --to 255712345678'],
    isForPeople: true,
  })
  withDestination(command).action(async (wish: Destination) => {
    const { dashboard, printer, signal } = await withConnection(command, surroundings)
    const { amount, method, to } = wish
    const quote = await dashboard().withdrawals.quote(
      { amount, method: methodNames[method], destination_code: codeOf(wish), destination_identifier: to },
      { signal },
    )
    const { explanation, ...sums } = quote
    const because = explanation.map(({ line, amount: of, because: why }) => [line, of, why])
    printer.result(quote, `${record(sums)}\n\n${table(['line', 'amount', 'because'], because)}`)
  })
}

function addSubmit(withdrawals: Command, surroundings: Surroundings): void {
  const command = leaf(withdrawals, 'submit', {
    summary: 'ask for a withdrawal',
    description:
      'Asks for a payout, which waits for a Super Admin; in the sandbox one is played. With --live it is real money: it asks first, or needs --yes.',
    examples: ['withdrawals submit --amount 10000 --code MPESA --to 255700000101 --name Asha --watch'],
  })
  withDestination(command)
    .requiredOption('--name <name>', 'of the recipient')
    .option('--bank-name <name>', 'of the bank, for bank accounts')
    .option('--bank-account-name <name>', 'in whose name the account is')
    .addOption(lookUpOption())
    .option('--reference <text>', 'what your books call it')
    .addOption(metadataOption())
    .addOption(idempotencyOption())
    .option('--yes', 'do not ask before live money is paid out')
    .option('--watch', 'wait for the outcome; exits with 1 if it does not arrive')
    .addOption(timeoutOption())
    .action(async (wish: Wish) => {
      const payout = payoutOf(wish)
      const connected = await withConnection(command, surroundings)
      await confirm(wish, connected)
      const { printer, signal } = connected
      const made = await payOut(connected, payout, { signal, idempotencyKey: wish.idempotencyKey })
      printer.result(made, record({ ...made, status: paintStatus(printer.paint, made.status) }))
      if (wish.watch) await watch(made.id, wish.timeout, connected)
    })
}

function payoutOf(wish: Wish): Payout {
  if (wish.method === 'bank-account' && wish.bankName === undefined)
    throw new Misuse('--bank-name is needed for bank-account.')
  return {
    method: methodNames[wish.method],
    amount: wish.amount,
    code: codeOf(wish),
    to: wish.to,
    name: wish.name,
    bankName: wish.bankName,
    bankAccountName: wish.bankAccountName,
    reference: wish.reference,
    lookUp: wish.lookUp,
    metadata: wish.metadata,
  }
}

/** Test money needs no second thought. */
async function confirm(
  { amount, to, name, yes }: Wish,
  { environment, surroundings }: Connected,
): Promise<void> {
  if (environment === 'sandbox' || yes) return
  if (!canAsk(surroundings)) throw new Misuse('This pays out live money. Say --yes if nobody can be asked.')
  const isMeant = await askOn(surroundings).confirm(
    `Ask for ${amount} of live money to ${name} (${to})?`,
    '--yes',
  )
  if (!isMeant) throw new Trouble('Nothing was done.')
}

function addReads(withdrawals: Command, surroundings: Surroundings): void {
  const get = leaf(withdrawals, 'get', {
    summary: 'show one withdrawal',
    examples: ['withdrawals get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the withdrawal').action(async (id: string) => {
    const connected = await withConnection(get, surroundings)
    const { printer, signal } = connected
    const found = await withdrawalCalls(connected).get(id, { signal })
    printer.result(found, record({ ...found, status: paintStatus(printer.paint, found.status) }))
  })

  const watching = leaf(withdrawals, 'watch', {
    summary: 'wait for the outcome of one withdrawal',
    description:
      'Shows each state until nothing more can become of it. Exits with 0 only if the money arrived.',
    examples: ['withdrawals watch 01a1ddaa-0000-7000-8000-000000000000'],
  })
  watching
    .argument('<id>', 'of the withdrawal')
    .addOption(timeoutOption())
    .action(async (id: string, { timeout }: { timeout: number }) => {
      await watch(id, timeout, await withConnection(watching, surroundings))
    })

  const list = leaf(withdrawals, 'list', {
    summary: 'list withdrawals, newest first',
    examples: ['withdrawals list --status PROCESSING'],
  })
  list
    .addOption(new Option('--status <status>', 'only those').choices(statuses))
    .option('--metadata <key=value>', 'only those that have this; up to three', pair)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, status, metadata, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const page = await withdrawalCalls(connected).list(
        { page_size: limit, ...said({ status, metadata, cursor }) },
        { signal },
      )
      const rows = page.items.map((one) => rowOf(one, printer))
      printer.result(page, tableOrNone(['created', 'id', 'status', 'amount', 'to'], rows))
    })
}

function rowOf(one: Withdrawal, { paint }: Printer): string[] {
  const to = `${one.destination_name} ${one.destination_identifier}`
  return [one.created_at, one.id, paintStatus(paint, one.status), `${one.amount} ${one.currency}`, to]
}

function addCancel(withdrawals: Command, surroundings: Surroundings): void {
  const command = leaf(withdrawals, 'cancel', {
    summary: 'call back a withdrawal that nobody has approved',
    examples: ['withdrawals cancel 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command.argument('<id>', 'of the withdrawal').action(async (id: string) => {
    const connected = await withConnection(command, surroundings)
    const { printer, signal } = connected
    const ended = await withdrawalCalls(connected).cancel(id, { signal })
    printer.result(ended, `${ended.id} is ${paintStatus(printer.paint, ended.status)}.`)
  })
}

async function watch(id: string, timeoutSeconds: number, connected: Connected): Promise<void> {
  const { signal } = connected
  await watchOutgoing(connected, { id, command: 'withdrawals', timeoutSeconds }, () =>
    withdrawalCalls(connected).get(id, { signal }),
  )
}
