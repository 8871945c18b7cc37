import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { makeFolder } from '../primitives/make-folder.ts'
import { isOfDisk } from '../primitives/of-disk.ts'
import { StartRefused } from '../primitives/start-refused.ts'

/** How many lines there are, and the SHA-256 of all of them: of the rows, and not of how they are packed. */
export type Content = { steps: number; sha256: string }

/** What stands beside the rows, in `NAME.json`. */
export type Manifest = Content & {
  archive: string
  table: string
  part: string
  from: string | null
  to: string
  columns: Column[]
  /** The last migration of the database that they are from. */
  schema: number
  /** Whose database it is; older archives do not say it. */
  installation?: string
  /** The restore that made that database, if one did: what it was made from, and other copies of that, are of the same installation. */
  restored?: string | null
  written_at: string
}

export type Column = { name: string; type: string }

const rowsOf = (folder: string, archive: string) => join(folder, `${archive}.jsonl.gz`)
const manifestOf = (folder: string, archive: string) => join(folder, `${archive}.json`)

export const filesOf = (folder: string, archive: string) => [
  rowsOf(folder, archive),
  manifestOf(folder, archive),
]

/** Writes rows as lines of JSON, one each, and gives them their name when they are on the disk. */
export async function writeRows(
  folder: string,
  archive: string,
  lines: AsyncIterable<string>,
): Promise<Content> {
  const [file, unfinished] = [rowsOf(folder, archive), `${rowsOf(folder, archive)}.unfinished`]
  const counted = counting(lines)
  try {
    await makeFolder(folder)
    await pipeline(
      Readable.from(counted.lines),
      createGzip(),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    )
    await putOnDisk(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw refusedBy(folder, error)
  }
  return counted.content()
}

/** The last that is written: an archive without it is none. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = manifestOf(folder, manifest.archive)
  try {
    await writeFile(`${file}.unfinished`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await putOnDisk(`${file}.unfinished`)
    await rename(`${file}.unfinished`, file)
    await putOnDisk(folder)
  } catch (error) {
    throw refusedBy(folder, error)
  }
}

export async function readManifest(folder: string, archive: string): Promise<Manifest> {
  const file = manifestOf(folder, archive)
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw missing(folder, archive, error)
  })
  const manifest = parsed(text)
  if (manifest?.archive !== archive || !Array.isArray(manifest.columns)) throw damaged(file)
  return manifest
}

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Only of an archive that is known to stand for nothing. */
export async function removeArchive(folder: string, archive: string): Promise<void> {
  await rm(manifestOf(folder, archive), { force: true })
  await rm(rowsOf(folder, archive), { force: true })
}

/** The lines of an archive, as they were written. */
export async function* readRows(folder: string, archive: string): AsyncGenerator<string> {
  const file = rowsOf(folder, archive)
  const rows = createGunzip()
  connect(createReadStream(file), rows, () => {})
  rows.setEncoding('utf8')
  let begun = ''
  try {
    for await (const chunk of rows) {
      const lines = (begun + chunk).split('\n')
      begun = lines.pop() ?? ''
      yield* lines.map((line) => `${line}\n`)
    }
  } catch (error) {
    throw isOfDisk(error) ? missing(folder, archive, error) : damaged(file)
  }
  if (begun !== '') throw damaged(file)
}

/** Reads an archive whole, and refuses one that is not, byte for byte, what was written. */
export async function refuseDamage(folder: string, archive: string, written: Content): Promise<void> {
  const read = await contentOf(readRows(folder, archive))
  if (read.steps !== written.steps || read.sha256 !== written.sha256) throw damaged(rowsOf(folder, archive))
}

export async function contentOf(lines: AsyncIterable<string>): Promise<Content> {
  const counted = counting(lines)
  for await (const _ of counted.lines);
  return counted.content()
}

function damaged(file: string): StartRefused {
  return new StartRefused(`${file} is damaged: it does not hold what was put aside. Nothing was changed.`)
}

function missing(folder: string, archive: string, { message }: Error): StartRefused {
  return new StartRefused(
    `There is no archive ${archive} in ${folder}, or not both of its files: ${message}. Nothing was changed.`,
  )
}

function refusedBy(folder: string, error: unknown): unknown {
  if (!isOfDisk(error)) return error
  return new StartRefused(`${folder} does not take an archive: ${error.message}. Nothing was changed.`)
}

function counting(lines: AsyncIterable<string>) {
  const hash = createHash('sha256')
  let steps = 0
  return {
    lines: (async function* () {
      for await (const line of lines) {
        hash.update(line)
        steps += 1
        yield line
      }
    })(),
    content: (): Content => ({ steps, sha256: hash.digest('hex') }),
  }
}

async function putOnDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
