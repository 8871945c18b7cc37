import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { repository } from '../run-service.ts'

const read = (path: string) => readFile(join(repository, path), 'utf8')

/** The names of the members of a type, as its source writes them. */
function membersOf(source: string, type: string): string[] {
  const body = source.match(new RegExp(`^export type ${type}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms'))?.[1] ?? ''
  return Array.from(body.matchAll(/^ {2}(\w+)\??[:(]/gm), ([, name = '']) => name)
}

test('the page on adding a provider names every member of the port, of what it can and of what a payer sees', async () => {
  const [port, page] = [
    await read('server/src/providers/provider.ts'),
    await read('docs/adding-a-provider.md'),
  ]
  const wanted = ['Provider', 'Capabilities', 'Carries', 'PayerView'].map((type) => membersOf(port, type))
  assert.deepEqual(
    wanted.map((members) => members.length),
    [15, 9, 6, 4],
    'members were added or removed: the page and this count follow',
  )
  const missing = wanted.flat().filter((name) => !page.includes(`\`${name}\``))
  assert.deepEqual(missing, [])
})

test('the page names no member that the port does not have', async () => {
  const [port, page] = [
    await read('server/src/providers/provider.ts'),
    await read('docs/adding-a-provider.md'),
  ]
  const known = ['Provider', 'Capabilities', 'Carries'].flatMap((type) => membersOf(port, type))
  const tables = page.split('## What it can')[1]?.split('## The registry')[0] ?? ''
  const named = Array.from(tables.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name)
  assert.ok(named.length >= known.length)
  assert.deepEqual(
    named.filter((name) => !known.includes(name)),
    [],
  )
})

test('every file that the page sends a reader to is there', async () => {
  const page = await read('docs/adding-a-provider.md')
  const paths = Array.from(page.matchAll(/`(server\/[\w./-]+\.ts)`/g), ([, path = '']) => path)
  assert.ok(paths.length >= 3)
  for (const path of paths) assert.ok(await read(path), path)
})
