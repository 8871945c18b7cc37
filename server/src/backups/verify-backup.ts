import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { StartRefused } from '../primitives/start-refused.ts'
import { archiveFile, manifestFile, type StoredBackup } from './stored-backup.ts'
import { readTar, type TarEntry } from './tar-entries.ts'

type Listed = { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum?: string }

/** Reads all of a backup again: each file as our record says, and inside the archive each file as the server's manifest says. */
export async function verifyBackup(folder: string, backup: StoredBackup): Promise<void> {
  try {
    for (const [name, said] of Object.entries(backup.files)) {
      const { size } = await stat(join(folder, name)).catch(() => ({ size: -1 }))
      if (size === -1) throw new Error(`${name} is missing`)
      if (size !== said.bytes) throw new Error(`${name} has ${size} bytes instead of ${said.bytes}`)
      if ((await hashOf(join(folder, name))) !== said.sha256) throw new Error(`${name} has changed`)
    }
    await verifyArchive(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(
      `The backup ${backup.name} is damaged: ${reason}. Use another (malipo backup list), and take a new one.`,
      { cause: error },
    )
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

async function verifyArchive(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as { Files: Listed[] }
  const listed = new Map(manifest.Files.map((file) => [pathOf(file), file]))
  let now: { entry: TarEntry; hash: Hash } | undefined
  const source = createReadStream(join(folder, archiveFile), { highWaterMark: 1 << 20 })
  await readTar(unpacked(source), {
    begin: async (entry) => {
      now = { entry, hash: createHash('sha256') }
    },
    content: async (bytes) => {
      now?.hash.update(bytes)
    },
    end: async () => {
      if (now === undefined || now.entry.kind !== 'file') return
      const said = listed.get(now.entry.name)
      // The log is not in the manifest: it was still being written. Its own records have checksums.
      if (said === undefined) return
      if (said.Size !== now.entry.bytes) throw new Error(`${now.entry.name} has another size`)
      if (said.Checksum !== undefined && said.Checksum !== now.hash.digest('hex'))
        throw new Error(`${now.entry.name} is not what the server copied`)
      listed.delete(now.entry.name)
    },
  })
  const [missing] = listed.keys()
  if (missing !== undefined) throw new Error(`${missing} is missing in the archive`)
}

function pathOf(file: Listed): string {
  return file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString('utf8')
}

/** An error of the file reaches whoever reads what is unpacked. */
export function unpacked(source: NodeJS.ReadableStream): AsyncIterable<Buffer> {
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}
