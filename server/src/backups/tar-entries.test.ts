import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readTar } from './tar-entries.ts'

let folder: string
let archive: Buffer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malipo-tar-'))
  await mkdir(join(folder, 'base', '1'), { recursive: true })
  for (const [name, bytes] of Object.entries(files))
    await writeFile(join(folder, name), Buffer.alloc(bytes, name))
  archive = execFileSync('tar', ['--format=ustar', '-cf', '-', '-C', folder, 'base', 'PG_VERSION'])
})
after(() => rm(folder, { recursive: true }))

/** Around the length of a block, and nothing at all. */
const files: Record<string, number> = {
  PG_VERSION: 3,
  'base/1/empty': 0,
  'base/1/one': 511,
  'base/1/two': 512,
  'base/1/three': 100_000,
}

async function read(bytes: Buffer, step: number): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  let name = ''
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
  }
  await readTar(pieces(), {
    begin: async (entry) => {
      name = entry.kind === 'file' ? entry.name : ''
      if (name !== '') seen[name] = 0
    },
    content: async (part) => {
      assert.equal(part[0], name.charCodeAt((seen[name] ?? 0) % name.length))
      seen[name] = (seen[name] ?? 0) + part.length
    },
    end: async () => {},
  })
  return seen
}

test('an archive of tar is read in pieces of any length', async () => {
  for (const step of [100, 512, 4_096, archive.length]) assert.deepEqual(await read(archive, step), files)
})

test('one that breaks off, and one whose head is damaged, are refused', async () => {
  const end = archive.lastIndexOf('ustar') + 600
  await assert.rejects(read(archive.subarray(0, end), 512), /breaks off before its end/)
  await assert.rejects(read(archive.subarray(0, 5_000), 512), /breaks off before its end/)
  const damaged = Buffer.from(archive)
  damaged[0] = 120
  await assert.rejects(read(damaged, 512), /is damaged/)
})
