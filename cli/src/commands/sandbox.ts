import { type Command, Option } from 'commander'
import { Misuse } from '../failures.ts'
import { record } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { amountText, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { type Direction, directions, networkTable } from './networks.ts'
import { type Connected, withConnection } from './with-connection.ts'

const sayable = ['up', 'slow', 'down', 'as-usual'] as const

type NetworkWish = Partial<Record<Direction, (typeof sayable)[number]>> & { note?: string; until?: string }

export function addSandbox(program: Command, surroundings: Surroundings): void {
  const sandbox = branch(program, 'sandbox', 'play with time and test money')

  const advance = leaf(sandbox, 'advance', {
    summary: 'make what is due next for one thing due now',
    description:
      'Lets a code run out, makes an invoice overdue, runs the next retry: whatever would have happened next to this thing, without the wait.',
    examples: ['sandbox advance 01a1ddaa-0000-7000-8000-000000000000'],
  })
  advance
    .argument('<id>', 'of a collection, payout, payment link, invoice or delivery')
    .action(async (id: string) => {
      const { malipo, printer, signal } = await inSandbox(advance, surroundings)
      const done = await malipo.sandbox.advance({ id }, { signal })
      printer.result(done, record({ ...done }))
    })

  const topUp = leaf(sandbox, 'top-up', {
    summary: 'add test money to the balance',
    examples: ['sandbox top-up 100000'],
  })
  topUp.argument('<amount>', 'how much', amountText).action(async (amount: string) => {
    const { malipo, printer, signal } = await inSandbox(topUp, surroundings)
    const balance = await malipo.sandbox.topUp({ amount }, { signal })
    printer.result(balance, `${balance.available} ${balance.currency} of test money are available now.`)
  })
  addNetwork(sandbox, surroundings)
}

function addNetwork(sandbox: Command, surroundings: Surroundings): void {
  const command = leaf(sandbox, 'network', {
    summary: 'say how a network does, for your sandbox only',
    description:
      'Payouts that are approved wait while theirs is down, and go when it is up. It ends after a day unless told otherwise.',
    examples: [
      'sandbox network MPESA --payouts down --note "Maintenance until noon."',
      'sandbox network MPESA --payouts as-usual',
    ],
  })
  command.argument('<code>', 'of the network or bank, as networks list shows it')
  for (const way of directions)
    command.addOption(new Option(`--${way} <status>`, `how ${way} do`).choices(sayable))
  command
    .option('--note <text>', 'what is said about it')
    .option('--until <instant>', 'when it ends by itself, like 2026-12-31T20:59:59Z')
    .action(async (code: string, { note, until, ...ways }: NetworkWish) => {
      const { malipo, printer, signal } = await inSandbox(command, surroundings)
      const more = said({ note, until })
      const changes = Object.fromEntries(
        Object.entries(ways).map(([way, status]) => [
          way,
          status === 'as-usual' ? null : { status, ...more },
        ]),
      )
      if (Object.keys(changes).length === 0)
        throw new Misuse(`Say how it does: ${directions.map((way) => `--${way}`).join(', ')}.`)
      const network = await malipo.sandbox.updateNetwork(code, changes, { signal })
      printer.result(network, networkTable([network], directions, printer))
    })
}

async function inSandbox(command: Command, surroundings: Surroundings): Promise<Connected> {
  const connected = await withConnection(command, surroundings)
  if (connected.environment === 'live') throw new Misuse('This exists in the sandbox only. Leave --live out.')
  return connected
}
