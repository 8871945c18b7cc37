import { setTimeout as sleep } from 'node:timers/promises'
import type { Malipo } from '@malipo/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { followRequests, type RequestLog } from '../logs/follow-requests.ts'
import type { Printer } from '../output/printer.ts'
import { record } from '../output/tables.ts'
import { patienceWith } from '../patience.ts'
import type { Surroundings } from '../surroundings.ts'
import { wholeNumber } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { withConnection } from './with-connection.ts'

/** A row as the list has it. */
type RequestSummary = Awaited<ReturnType<Malipo['requests']['list']>>['items'][number]

type Flags = { status?: StatusFilter; method?: string; path?: string; limit: number; follow?: boolean }
type StatusFilter = { least: number; most: number }

const pollMs = 1_000

export function addLogs(program: Command, surroundings: Surroundings): void {
  const logs = branch(program, 'logs', 'see what your programs asked the service')
  addTail(logs, surroundings)
  const get = leaf(logs, 'get', {
    summary: 'show one request with its bodies, by the X-Request-Id of its answer',
    examples: ['logs get 902d6f45-87a9-4094-9ef7-46be5849db30'],
    isForPeople: true,
  })
  get
    .argument('<request-id>', 'as errors, answers and logs tail show it')
    .action(async (requestId: string) => {
      const { dashboard, printer, signal } = await withConnection(get, surroundings)
      const found = await dashboard().requests.get(requestId, { signal })
      const { request_body, request_body_cut, response_body, response_body_cut, ...head } = found
      const bodies = [
        bodyOf('asked', request_body, request_body_cut),
        bodyOf('answered', response_body, response_body_cut),
      ]
      printer.result(found, [record(head), ...bodies.flat()].join('\n\n'))
    })
}

/** Indented where it is whole; a body that was cut is no JSON any more. */
function bodyOf(name: string, text: string | null, isCut: boolean): string[] {
  if (text === null) return []
  return [isCut ? `${name}, cut off:\n${text}` : `${name}:\n${JSON.stringify(JSON.parse(text), null, 2)}`]
}

function addTail(logs: Command, surroundings: Surroundings): void {
  const command = leaf(logs, 'tail', {
    summary: 'show the last requests of your merchant, and go on with --follow',
    examples: ['logs tail --follow', 'logs tail --status 4xx --limit 50'],
    isForPeople: true,
  })
  command
    .option('--follow', 'go on as they come, until Ctrl-C')
    .option('--status <status>', 'only these: 422, 4xx, 5xx', statusFilter)
    .option('--method <method>', 'only GET, POST, …')
    .option('--path <path>', 'only this path, like /v1/collections/wallet-push')
    .option('--limit <count>', 'how many to begin with', wholeNumber(1, 100), 20)
    .action(async ({ follow, status, limit, ...filters }: Flags) => {
      const { dashboard, printer, signal } = await withConnection(command, surroundings)
      const following = followRequests(logOf(dashboard(), { ...filters, status }, signal))
      const show = (rows: RequestSummary[]) => {
        for (const row of rows) if (fits(row.status, status)) printer.result(row, lineOf(row, printer))
      }
      show(await following.begin(limit))
      const patience = patienceWith(printer, signal)
      while (follow && !signal.aborted) {
        await sleep(pollMs, undefined, { signal }).catch(() => {})
        if (!signal.aborted) show(await patience.until(() => following.next()))
      }
    })
}

type Filters = { status: StatusFilter | undefined; method?: string; path?: string }

function logOf(
  malipo: Malipo,
  { status, method, path }: Filters,
  signal: AbortSignal,
): RequestLog<RequestSummary> {
  const exact = status && status.least === status.most ? { status: status.least } : {}
  const filters = { ...exact, ...(method && { method: method.toUpperCase() }), ...(path && { path }) }
  const query = filters as Parameters<Malipo['requests']['list']>[0]
  async function walk(from: string | undefined, most: number): Promise<RequestSummary[]> {
    const rows: RequestSummary[] = []
    const pages = malipo.requests.list({ ...query, page_size: 100, ...(from && { from }) }, { signal })
    for await (const row of pages) {
      if (fits(row.status, status)) rows.push(row)
      if (rows.length >= most) break
    }
    return rows
  }
  return { latest: (count) => walk(undefined, count), since: (from) => walk(from, Number.POSITIVE_INFINITY) }
}

function statusFilter(text: string): StatusFilter {
  const [, digit, rest] = /^([1-5])(xx|\d\d)$/i.exec(text) ?? []
  if (digit === undefined)
    throw new InvalidArgumentError('It must be a status like 422, or a class like 4xx.')
  if (/xx/i.test(rest ?? '')) return { least: Number(`${digit}00`), most: Number(`${digit}99`) }
  return { least: Number(text), most: Number(text) }
}

function fits(status: number, filter: StatusFilter | undefined): boolean {
  return filter === undefined || (status >= filter.least && status <= filter.most)
}

function lineOf(row: RequestSummary, { paint }: Printer): string {
  const brush = row.status < 400 ? paint.green : row.status < 500 ? paint.yellow : paint.red
  const { at, method, path, error_code, duration_ms, request_id } = row
  const why = error_code === null ? '' : `  ${error_code}`
  return `${paint.dim(at)}  ${brush(String(row.status))}  ${method.padEnd(6)} ${path}${why}  ${paint.dim(`${duration_ms} ms  ${request_id}`)}`
}
