import type { DisbursementBatch, DisbursementBatchWithHistory, Malipo } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Trouble } from '../failures.ts'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, table, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { watchStatus } from '../watch-status.ts'
import { cursorOption, limitOption, said } from './flags.ts'
import { leaf } from './leaf.ts'
import { saveFile } from './save-file.ts'
import { timeoutOption } from './watch-outcome.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

const statuses = [
  'PENDING_ADMIN_APPROVAL',
  'INFO_REQUESTED',
  'PROCESSING',
  'PAUSED',
  'REJECTED',
  'DONE',
] as const
const finals: readonly string[] = ['REJECTED', 'DONE']

export const batchCalls = (connected: Connected): Malipo['batches'] => personFirst(connected).batches

/** In one level, as a record is shown. */
export function told(
  { history: _steps, by_status, status, ...rest }: DisbursementBatchWithHistory,
  { paint }: Printer,
): Record<string, unknown> {
  return { ...rest, status: paintStatus(paint, status), rows: inWords(by_status) }
}

function inWords(byStatus: DisbursementBatchWithHistory['by_status']): string {
  return Object.entries(byStatus)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')
}

export function addBatchReads(batches: Command, surroundings: Surroundings): void {
  addShow(batches, surroundings)
  addList(batches, surroundings)
  addRows(batches, surroundings)
  addTemplate(batches, surroundings)
}

function addShow(batches: Command, surroundings: Surroundings): void {
  const show = leaf(batches, 'get', {
    summary: 'show one batch, and how its rows stand',
    examples: ['batches get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  show
    .alias('show')
    .argument('<id>', 'of the batch')
    .action(async (id: string) => {
      const connected = await withConnection(show, surroundings)
      const { printer, signal } = connected
      const found = await batchCalls(connected).get(id, { signal })
      const steps = found.history.map(({ at, to, source, note }) => [at, to, source, note ?? ''])
      const history = table(['at', 'state', 'by', 'note'], steps)
      printer.result(found, `${record(told(found, printer))}\n\n${history}`)
    })

  const watching = leaf(batches, 'watch', {
    summary: 'wait until every row of a batch has ended',
    description:
      'Shows each state, and how many rows are in which, until nothing more can become of it. Exits with 0 only if every row arrived.',
    examples: ['batches watch 01a1ddaa-0000-7000-8000-000000000000 --timeout 3600'],
  })
  watching
    .argument('<id>', 'of the batch')
    .addOption(timeoutOption())
    .action(async (id: string, { timeout }: { timeout: number }) => {
      await watchBatch(id, timeout, await withConnection(watching, surroundings))
    })
}

/** Tells how far it is whenever a row has moved; that rows did not arrive, or nobody knows, is trouble. */
export async function watchBatch(id: string, timeoutSeconds: number, connected: Connected): Promise<void> {
  const { printer, signal } = connected
  const calls = batchCalls(connected)
  printer.progress('Waiting for its rows …')
  const ended = await watchStatus({
    read: () => calls.get(id, { signal }),
    onChange: (batch) =>
      printer.result(
        batch,
        `${printer.paint.dim(batch.updated_at)}  ${batch.id}  ${paintStatus(printer.paint, batch.status)}  ${inWords(batch.by_status)}`,
      ),
    seenAs: ({ status, by_status }) => `${status} ${JSON.stringify(by_status)}`,
    isFinal: ({ status }) => finals.includes(status),
    timeoutMs: timeoutSeconds * 1_000,
    signal,
  })
  if (ended === undefined)
    throw new Trouble(
      `${id} is not over after ${timeoutSeconds} s. Its rows may still be paid.`,
      `Go on waiting: malipo-dev batches watch ${id}`,
    )
  const arrived = ended.by_status.SUCCESS ?? 0
  if (arrived < ended.row_count)
    throw new Trouble(
      `${ended.row_count - arrived} of ${ended.row_count} rows did not arrive: ${inWords(ended.by_status)}.`,
      ended.by_status.FAILED
        ? `What failed is asked for once more by: malipo-dev batches retry ${id}`
        : undefined,
    )
}

function addList(batches: Command, surroundings: Surroundings): void {
  const list = leaf(batches, 'list', {
    summary: 'list batches, newest first',
    examples: ['batches list --status PROCESSING'],
  })
  list
    .addOption(new Option('--status <status>', 'only those').choices(statuses))
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, status, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const page = await batchCalls(connected).list(
        { page_size: limit, ...said({ status, cursor }) },
        { signal },
      )
      const rows = page.items.map((one) => rowOf(one, printer))
      printer.result(page, tableOrNone(['created', 'id', 'status', 'rows', 'amount', 'name'], rows))
    })
}

function rowOf(one: DisbursementBatch, { paint }: Printer): string[] {
  const amount = `${one.amount_total} ${one.currency}`
  return [one.created_at, one.id, paintStatus(paint, one.status), String(one.row_count), amount, one.name]
}

const rowsAtOnce = 100

function addRows(batches: Command, surroundings: Surroundings): void {
  const rows = leaf(batches, 'rows', {
    summary: 'print all rows of a batch as CSV, or save them',
    examples: ['batches rows 01a1ddaa-0000-7000-8000-000000000000 --to rows.csv'],
  })
  rows
    .argument('<id>', 'of the batch')
    .option('--status <status>', 'only those, like FAILED')
    .option('--to <file>', 'where they are saved; a file that is there is left alone')
    .action(async (id: string, { status, to }: { status?: string; to?: string }) => {
      const connected = await withConnection(rows, surroundings)
      const { printer } = connected
      if (to === undefined && printer.json) return await printRows(id, status, connected)
      const csv = await readCsv(id, status, connected)
      if (to === undefined) return printer.result(null, csv.trimEnd())
      await saveFile(to, csv, surroundings)
      printer.result({ file: to, bytes: Buffer.byteLength(csv) }, `${to}: ${Buffer.byteLength(csv)} bytes.`)
    })
}

/** One JSON object a line, as streams are printed. */
async function printRows(id: string, status: string | undefined, connected: Connected): Promise<void> {
  const { printer, signal } = connected
  const query = { page_size: rowsAtOnce, ...said({ status }) } as Parameters<Malipo['batches']['rows']>[1]
  for await (const row of batchCalls(connected).rows(id, query, { signal })) printer.result(row, '')
}

/** All pages of it, under the names of the first. */
async function readCsv(id: string, status: string | undefined, connected: Connected): Promise<string> {
  const { signal } = connected
  const calls = batchCalls(connected)
  let whole = ''
  for (let cursor: string | undefined; ; ) {
    const query = { page_size: rowsAtOnce, ...said({ status, cursor }) } as Parameters<
      Malipo['batches']['csv']
    >[1]
    const [page, csv] = await Promise.all([
      calls.rows(id, query, { signal }),
      calls.csv(id, query, { signal }),
    ])
    whole += whole === '' ? csv : csv.slice(csv.indexOf('\n') + 1)
    if (page.next_cursor === null) return whole
    cursor = page.next_cursor
  }
}

function addTemplate(batches: Command, surroundings: Surroundings): void {
  const template = leaf(batches, 'template', {
    summary: 'save an empty batch to fill in',
    examples: ['batches template --to salaries.csv'],
  })
  template
    .requiredOption('--to <file>', 'where it is saved; a file that is there is left alone')
    .action(async ({ to }: { to: string }) => {
      const connected = await withConnection(template, surroundings)
      const csv = await batchCalls(connected).template({ signal: connected.signal })
      await saveFile(to, csv, surroundings)
      connected.printer.result({ file: to }, `${to}: fill it in, then malipo-dev batches send ${to}`)
    })
}
