import type { Command } from 'commander'
import { Misuse } from '../failures.ts'
import { record } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { amountText } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { type Connected, withConnection } from './with-connection.ts'

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
}

async function inSandbox(command: Command, surroundings: Surroundings): Promise<Connected> {
  const connected = await withConnection(command, surroundings)
  if (connected.environment === 'live') throw new Misuse('This exists in the sandbox only. Leave --live out.')
  return connected
}
