import type { Statement } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Trouble } from '../failures.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { watchStatus } from '../watch-status.ts'
import { cursorOption, limitOption, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { saveFile } from './save-file.ts'
import { timeoutOption } from './watch-outcome.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

const formats = ['csv', 'pdf', 'json'] as const

const callsOf = (connected: Connected) => personFirst(connected).statements

export function addStatements(program: Command, surroundings: Surroundings): void {
  const statements = branch(program, 'statements', 'what the books say of days that are over')
  addRequest(statements, surroundings)
  addReads(statements, surroundings)
}

function addRequest(statements: Command, surroundings: Surroundings): void {
  const command = leaf(statements, 'request', {
    summary: 'ask for the statement of some days',
    description:
      'Of 1 to 31 days that are over in Dar es Salaam. Waits until it is ready; the same days again are the same statement.',
    examples: ['statements request --from 2026-10-01 --to 2026-10-31'],
  })
  command
    .requiredOption('--from <day>', 'the first day, like 2026-10-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--currency <code>', 'TZS unless told otherwise')
    .addOption(timeoutOption())
    .action(async ({ from, to, currency, timeout }) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const calls = callsOf(connected)
      const { id } = await calls.request({ from, to, ...said({ currency }) }, { signal })
      const ready = await watchStatus({
        read: () => calls.get(id, { signal }),
        onChange: () => {},
        isFinal: ({ status }) => status === 'READY',
        timeoutMs: timeout * 1_000,
        signal,
      })
      if (ready === undefined)
        throw new Trouble(
          `${id} is not ready after ${timeout} s.`,
          `See later: malipo-dev statements get ${id}`,
        )
      printer.result(ready, record(told(ready)))
    })
}

/** In one level, as a record is shown. */
function told({ opening, closing, totals: _, ...rest }: Statement): Record<string, unknown> {
  const sums = (when: string, balance: object | null) =>
    Object.fromEntries(Object.entries(balance ?? {}).map(([name, sum]) => [`${when}_${name}`, sum]))
  return { ...rest, ...sums('opening', opening), ...sums('closing', closing) }
}

function addReads(statements: Command, surroundings: Surroundings): void {
  const get = leaf(statements, 'get', {
    summary: 'show one statement',
    examples: ['statements get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the statement').action(async (id: string) => {
    const connected = await withConnection(get, surroundings)
    const found = await callsOf(connected).get(id, { signal: connected.signal })
    connected.printer.result(found, record(told(found)))
  })

  const list = leaf(statements, 'list', {
    summary: 'list statements, newest first',
    examples: ['statements list --limit 5'],
  })
  list
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const page = await callsOf(connected).list({ page_size: limit, ...said({ cursor }) }, { signal })
      const rows = page.items.map((one) => [
        one.id,
        one.from,
        one.to,
        one.status,
        `${one.closing?.available ?? ''} ${one.currency}`.trim(),
      ])
      printer.result(page, tableOrNone(['id', 'from', 'to', 'status', 'closing'], rows))
    })

  const download = leaf(statements, 'download', {
    summary: 'save a statement as CSV, PDF or JSON',
    examples: ['statements download 01a1ddaa-0000-7000-8000-000000000000 --format pdf --to october.pdf'],
  })
  download
    .argument('<id>', 'of the statement')
    .addOption(new Option('--format <format>', 'of the file').choices(formats).default('csv'))
    .requiredOption('--to <file>', 'where it is saved; a file that is there is left alone')
    .action(async (id: string, { format, to }: { format: (typeof formats)[number]; to: string }) => {
      const connected = await withConnection(download, surroundings)
      const { printer, signal } = connected
      const bytes = await callsOf(connected).file(id, { format }, { signal })
      await saveFile(to, bytes, surroundings)
      printer.result({ file: to, bytes: bytes.length }, `${to}: ${bytes.length} bytes.`)
    })
}
