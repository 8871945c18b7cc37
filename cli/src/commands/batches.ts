import type { BatchQuote, DisbursementBatch } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, table } from '../output/tables.ts'
import { canAsk, type Surroundings } from '../surroundings.ts'
import { addAnswer } from './answer.ts'
import { askOn } from './ask.ts'
import { addBatchReads, batchCalls, told, watchBatch } from './batch-reads.ts'
import { idempotencyOption, metadataOption, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { readRows } from './read-rows.ts'
import { timeoutOption } from './watch-outcome.ts'
import { type Connected, withConnection } from './with-connection.ts'

type Wish = {
  name?: string
  approveRows?: boolean
  allowDuplicate?: boolean
  metadata?: Record<string, string>
  idempotencyKey?: string
  yes?: boolean
  watch?: boolean
  timeout: number
}

export function addBatches(program: Command, surroundings: Surroundings): void {
  const batches = branch(program, 'batches', 'pay many at once, from a spreadsheet').alias('batch')
  addQuote(batches, surroundings)
  addSend(batches, surroundings)
  addBatchReads(batches, surroundings)
  addChanges(batches, surroundings)
  addAnswer(batches, surroundings, {
    of: 'batch',
    send: (connected, id, { message }, options) => batchCalls(connected).answer(id, { message }, options),
  })
}

function addQuote(batches: Command, surroundings: Surroundings): void {
  const command = leaf(batches, 'quote', {
    summary: 'see what a batch would cost, and what is wrong with it',
    description: 'Makes nothing and reserves nothing. Exits with 1 if a row is not right.',
    examples: ['batches quote salaries.csv'],
  })
  command.argument('<file>', 'a CSV; batches template writes an empty one').action(async (file: string) => {
    const rows = await readRows(file, surroundings)
    const connected = await withConnection(command, surroundings)
    const { printer, signal } = connected
    const quote = await batchCalls(connected).quote({ rows }, { signal })
    printer.result(quote, quoteInWords(quote, printer))
    refuseProblems(quote)
  })
}

function addSend(batches: Command, surroundings: Surroundings): void {
  const command = leaf(batches, 'send', {
    summary: 'ask for all payouts of a CSV at once',
    description:
      'Quotes it first, and shows what is wrong and what is worth a second look; where a row is not right, nothing is asked for. A Super Admin approves the batch; in the sandbox one is played. With --live it is real money: it asks first, or needs --yes.',
    examples: ['batches send salaries.csv --name "Salaries of November" --watch'],
  })
  command
    .argument('<file>', 'a CSV; batches template writes an empty one')
    .option('--name <name>', 'what the batch is called; the name of the file, unless told otherwise')
    .option('--approve-rows', 'each row needs an approval of its own, too')
    .option('--allow-duplicate', 'ask for the same rows once more within seven days')
    .addOption(metadataOption())
    .addOption(idempotencyOption())
    .option('--yes', 'do not ask before live money is paid out')
    .option('--watch', 'wait for the outcome; exits with 1 if a row does not arrive')
    .addOption(timeoutOption())
    .action(async (file: string, wish: Wish) => {
      const rows = await readRows(file, surroundings)
      const connected = await withConnection(command, surroundings)
      refuseUnasked(wish, connected)
      const { printer, signal } = connected
      const calls = batchCalls(connected)
      const quote = await calls.quote({ rows }, { signal })
      if (!printer.json) printer.note(quoteInWords(quote, printer))
      else if (quote.problems.length > 0) printer.result(quote, '')
      refuseProblems(quote)
      refuseUncovered(quote)
      // Whoever says the same key again is answered with what the first call made.
      if (wish.idempotencyKey === undefined) refuseDuplicate(quote, wish)
      await confirm(quote, wish, connected)
      const body = {
        name: wish.name ?? nameOf(file),
        rows,
        ...said({
          approve_rows: wish.approveRows,
          allow_duplicate: wish.allowDuplicate,
          metadata: wish.metadata,
        }),
      }
      const made = await calls.create(body, { signal, idempotencyKey: wish.idempotencyKey })
      printer.result(made, record(told(made, printer)))
      if (wish.watch) await watchBatch(made.id, wish.timeout, connected)
    })
}

/** What a batch is called where nobody says it. */
function nameOf(file: string): string {
  const [last = file] = file.split(/[/\\]/).slice(-1)
  return last.replace(/\.csv$/i, '').slice(0, 120) || 'Batch'
}

/** As many as anybody reads in a terminal; --json has all. */
const mostShown = 20

function quoteInWords(quote: BatchQuote, { paint }: Printer): string {
  const { problems, warnings, content_hash: _hash, ...sums } = quote
  const shown = (rows: string[][], headings: string[], title: string) => {
    if (rows.length === 0) return []
    const more = rows.length > mostShown ? `\n… and ${rows.length - mostShown} more; --json has them all` : ''
    return [`${title}\n${table(headings, rows.slice(0, mostShown))}${more}`]
  }
  return [
    record(sums),
    ...shown(
      problems.map(({ row, field, problem }) => [String(row), field, problem]),
      ['row', 'field', 'problem'],
      paint.red('Not right:'),
    ),
    ...shown(
      warnings.map(({ row, kind, text }) => [String(row), kind, text]),
      ['row', 'warning', 'what'],
      paint.yellow('Worth a second look:'),
    ),
  ].join('\n\n')
}

function refuseProblems({ problems }: BatchQuote): void {
  const [first] = problems
  if (first === undefined) return
  throw new Trouble(
    `${problems.length === 1 ? 'One thing is' : `${problems.length} things are`} not right. Nothing was asked for.`,
    `Mend row ${first.row} first: ${first.field} ${first.problem}`,
  )
}

function refuseUncovered({
  is_covered,
  available,
  total_reserved_amount: needed,
  currency,
}: BatchQuote): void {
  if (is_covered) return
  throw new Trouble(
    `The balance is ${available} ${currency}, and ${needed} are needed. Nothing was asked for.`,
    'In the sandbox, add test money, like malipo-dev sandbox top-up 100000.',
  )
}

function refuseDuplicate({ duplicate_of: before }: BatchQuote, { allowDuplicate }: Wish): void {
  if (before === null || allowDuplicate) return
  throw new Trouble(
    `The same rows were asked for already, as ${before}. Nothing was asked for.`,
    'Say --allow-duplicate if they are meant once more.',
  )
}

/** Before anything is asked of the service: a script that forgot it is told the same every time. */
function refuseUnasked({ yes }: Wish, { environment, surroundings }: Connected): void {
  if (environment === 'live' && !yes && !canAsk(surroundings))
    throw new Misuse('This pays out live money. Say --yes if nobody can be asked.')
}

/** Test money needs no second thought. */
async function confirm(
  { row_count: rows, total_reserved_amount: sum, currency, warnings }: BatchQuote,
  { yes }: Wish,
  { environment, surroundings }: Connected,
): Promise<void> {
  if (environment === 'sandbox' || yes) return
  const doubt = warnings.length === 0 ? '' : `, with ${warnings.length} warnings`
  const question = `Ask for ${rows} payouts, ${sum} ${currency} of live money in all${doubt}?`
  if (!(await askOn(surroundings).confirm(question, '--yes'))) throw new Trouble('Nothing was done.')
}

function addChanges(batches: Command, surroundings: Surroundings): void {
  const cancel = leaf(batches, 'cancel', {
    summary: 'call back a batch that nobody has approved',
    examples: ['batches cancel 01a1ddaa-0000-7000-8000-000000000000'],
  })
  cancel.argument('<id>', 'of the batch').action(async (id: string) => {
    const connected = await withConnection(cancel, surroundings)
    const ended = await batchCalls(connected).cancel(id, { signal: connected.signal })
    tellStatus(ended, connected.printer)
  })

  const retry = leaf(batches, 'retry', {
    summary: 'ask for the failed rows of a batch once more',
    description: 'Makes a new batch of the rows that failed. With --live it needs --yes.',
    examples: ['batches retry 01a1ddaa-0000-7000-8000-000000000000'],
  })
  retry
    .argument('<id>', 'of the batch')
    .addOption(new Option('--yes', 'live money may be paid out'))
    .addOption(idempotencyOption())
    .action(async (id: string, { yes, idempotencyKey }: Pick<Wish, 'yes' | 'idempotencyKey'>) => {
      const connected = await withConnection(retry, surroundings)
      const { printer, signal, environment } = connected
      if (environment === 'live' && !yes) throw new Misuse('This pays out live money. Say --yes.')
      const made = await batchCalls(connected).retryFailed(id, { signal, idempotencyKey })
      printer.result(made, record(told(made, printer)))
    })
}

function tellStatus(batch: DisbursementBatch, printer: Printer): void {
  printer.result(batch, `${batch.id} is ${paintStatus(printer.paint, batch.status)}.`)
}
