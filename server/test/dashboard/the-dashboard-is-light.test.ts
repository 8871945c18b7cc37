import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { makeOfSources } from '../../src/dashboard/make-dashboard.ts'

/** What a phone loads before it shows anything, and what any screen may add to it. */
const most = { firstLoad: 190_000, route: 25_000 }

type Chunk = { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean }

let folder: string
let chunks: Record<string, Chunk>
before(async () => {
  folder = await makeOfSources()
  chunks = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
})

/** A chunk with all that is loaded with it. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const one of chunks[name]?.imports ?? []) loadedWith(one, seen)
  return seen
}

async function packedBytes(names: Iterable<string>): Promise<number> {
  const files = new Set(
    [...names].flatMap((name) => [chunks[name]?.file ?? '', ...(chunks[name]?.css ?? [])]),
  )
  const sizes = await Promise.all(
    [...files].map(async (file) => (await stat(join(folder, `${file}.gz`))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the first load and each screen are as small as they must be', async (context) => {
  const first = loadedWith('index.html')
  const firstBytes = await packedBytes(first)
  const screens = Object.keys(chunks).filter((name) => chunks[name]?.isDynamicEntry)
  assert.ok(screens.length > 20, `only ${screens.length} screens are loaded when they are needed`)
  const added = await Promise.all(
    screens.map(async (name) => ({ name, bytes: await packedBytes(loadedWith(name).difference(first)) })),
  )
  added.sort((a, b) => b.bytes - a.bytes)
  context.diagnostic(
    `first load ${firstBytes} bytes, the heaviest screen ${added[0]?.name} ${added[0]?.bytes} more`,
  )
  assert.ok(firstBytes <= most.firstLoad, `the first load weighs ${firstBytes} bytes`)
  assert.deepEqual(
    added.filter(({ bytes }) => bytes > most.route),
    [],
  )
})

test('it is made of its own sources, the SDK and its libraries, and of nothing that only the service needs', async () => {
  const made: Record<string, string[]> = JSON.parse(await readFile(join(folder, 'modules.json'), 'utf8'))
  const modules = Object.values(made).flat()
  assert.ok(modules.includes('dashboard/src/main.tsx'))
  const libraries =
    /^node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|qrcode|dijkstrajs)\//
  const strangers = modules.filter(
    (id) => !(id.startsWith('\0') || /^(dashboard|sdk)\//.test(id) || libraries.test(id)),
  )
  assert.deepEqual(strangers, [])
})
