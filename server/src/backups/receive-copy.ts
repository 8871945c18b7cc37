import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StartRefused } from '../primitives/start-refused.ts'
import type { ReplicationLine } from './replication-line.ts'
import { archiveFile, manifestFile, type StoredBackup } from './stored-backup.ts'

export type ReceivedCopy = Pick<
  StoredBackup,
  'timeline' | 'start_lsn' | 'end_lsn' | 'cluster_bytes' | 'files'
>

/**
 * Has the server copy its cluster to us, as an archive with the write-ahead log that makes it consistent and a manifest with a hash of
 * each file. It goes on serving; the log that it writes meanwhile is held for as long as this session lives.
 */
export async function receiveCopy(
  line: ReplicationLine,
  folder: string,
  name: string,
): Promise<ReceivedCopy> {
  await line.ask(`CREATE_REPLICATION_SLOT malipo_base_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL true)`)
  const files: StoredBackup['files'] = {}
  let open: Part | undefined
  let archives = 0
  let clusterBytes = 0
  const begin = async (file: string, isPacked: boolean) => {
    await finish()
    open = beginPart(folder, file, isPacked)
  }
  const finish = async () => {
    if (open === undefined) return
    files[open.file] = await open.end()
    open = undefined
  }
  const answers = await line.copy(
    `BASE_BACKUP (LABEL 'malipo ${name}', CHECKPOINT 'fast', WAL true, WAIT true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    {
      receive: async (bytes) => {
        const kind = String.fromCharCode(bytes[0] ?? 0)
        if (kind === 'n') {
          archives += 1
          if (archives > 1) throw tablespaces()
          await begin(archiveFile, true)
        } else if (kind === 'm') await begin(manifestFile, false)
        else if (kind === 'd') {
          if (open?.file === archiveFile) clusterBytes += bytes.length - 1
          await open?.write(bytes.subarray(1))
        }
      },
    },
  )
  await finish()
  const [first, last] = [answers[0]?.[0], answers.at(-1)?.[0]]
  const [start_lsn, end_lsn, timeline] = [first?.recptr, last?.recptr, last?.tli]
  if (!start_lsn || !end_lsn || !timeline || !(archiveFile in files) || !(manifestFile in files))
    throw new StartRefused(
      'PostgreSQL ended the copy before it was whole. Its log tells why; nothing was kept.',
    )
  return { timeline: Number(timeline), start_lsn, end_lsn, cluster_bytes: clusterBytes, files }
}

const tablespaces = () =>
  new StartRefused(
    'This cluster has tablespaces, which malipo backup does not copy: use pgBackRest (docs/backups.md).',
  )

type Part = {
  file: string
  write(bytes: Buffer): Promise<void>
  end(): Promise<{ bytes: number; sha256: string }>
}

/** One file of the backup: packed if it is large, hashed as it stands on the disk, and on the disk when it ends. */
function beginPart(folder: string, file: string, isPacked: boolean): Part {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  const source = new Readable({ read: () => resume(), highWaterMark: 1 << 20 })
  let resume = () => {}
  const target = createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true })
  // The fastest: what is copied is mostly indexes and text that shrink to a fifth at any level.
  const written = isPacked
    ? pipeline(source, createGzip({ level: 1 }), measure, target)
    : pipeline(source, measure, target)
  let failure: unknown
  written.catch((error) => {
    failure = error
    resume()
  })
  return {
    file,
    write: async (bytes) => {
      if (failure !== undefined) throw failure
      if (source.push(bytes)) return
      await new Promise<void>((resolve) => {
        resume = resolve
      })
      if (failure !== undefined) throw failure
    },
    end: async () => {
      source.push(null)
      await written
      return { bytes: size, sha256: hash.digest('hex') }
    },
  }
}
