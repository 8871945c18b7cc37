import type { Command } from 'commander'
import { Trouble } from '../failures.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { watchStatus } from '../watch-status.ts'
import { cursorOption, idempotencyOption, limitOption, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { saveFile } from './save-file.ts'
import { timeoutOption } from './watch-outcome.ts'
import { withConnection } from './with-connection.ts'

export function addExports(program: Command, surroundings: Surroundings): void {
  const exports = branch(program, 'exports', 'all that you have here, as one file')
  addRequest(exports, surroundings)
  addReads(exports, surroundings)
  addDownload(exports, surroundings)
}

function addRequest(exports: Command, surroundings: Surroundings): void {
  const command = leaf(exports, 'request', {
    summary: 'make an export, and wait until it is ready',
    description:
      'For owners, who in production need a second factor. One at a time; the file is there for 24 hours.',
    examples: ['exports request --live'],
    isForPeople: true,
  })
  command
    .addOption(idempotencyOption())
    .addOption(timeoutOption())
    .action(async ({ idempotencyKey, timeout }: { idempotencyKey?: string; timeout: number }) => {
      const { dashboard, printer, signal } = await withConnection(command, surroundings)
      const calls = dashboard().exports
      const { id } = await calls.create({ signal, idempotencyKey })
      const ended = await watchStatus({
        read: () => calls.get(id, { signal }),
        onChange: () => {},
        isFinal: ({ status }) => status !== 'PREPARING',
        timeoutMs: timeout * 1_000,
        signal,
      })
      if (ended === undefined)
        throw new Trouble(`${id} is not ready after ${timeout} s.`, `See later: malipo-dev exports get ${id}`)
      printer.result(ended, record({ ...ended }))
    })
}

function addReads(exports: Command, surroundings: Surroundings): void {
  const get = leaf(exports, 'get', {
    summary: 'show one export',
    examples: ['exports get 01a1ddaa-0000-7000-8000-000000000000'],
    isForPeople: true,
  })
  get.argument('<id>', 'of the export').action(async (id: string) => {
    const { dashboard, printer, signal } = await withConnection(get, surroundings)
    const found = await dashboard().exports.get(id, { signal })
    printer.result(found, record({ ...found }))
  })

  const list = leaf(exports, 'list', {
    summary: 'list exports, newest first',
    examples: ['exports list'],
    isForPeople: true,
  })
  list
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, cursor }) => {
      const { dashboard, printer, signal } = await withConnection(list, surroundings)
      const page = await dashboard().exports.list({ page_size: limit, ...said({ cursor }) }, { signal })
      const rows = page.items.map((one) => [one.created_at, one.id, one.status, one.ends_at ?? ''])
      printer.result(page, tableOrNone(['created', 'id', 'status', 'until'], rows))
    })
}

function addDownload(exports: Command, surroundings: Surroundings): void {
  const download = leaf(exports, 'download', {
    summary: 'save the file of an export, within 24 hours',
    description:
      'One JSON object on each line, each chained to the one before by its hash. For owners, who in production need a second factor.',
    examples: ['exports download 01a1ddaa-0000-7000-8000-000000000000 --to everything.ndjson'],
    isForPeople: true,
  })
  download
    .argument('<id>', 'of the export')
    .requiredOption('--to <file>', 'where it is saved; a file that is there is left alone')
    .action(async (id: string, { to }: { to: string }) => {
      const { dashboard, printer, signal } = await withConnection(download, surroundings)
      const bytes = await dashboard().exports.file(id, { signal })
      await saveFile(to, bytes, surroundings)
      printer.result({ file: to, bytes: bytes.length }, `${to}: ${bytes.length} bytes.`)
    })
}
