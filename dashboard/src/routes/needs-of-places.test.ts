import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { needsOf } from './needs-of-places.ts'

/** Every address below a merchant's environment, as the routes have it. */
async function places(): Promise<string[]> {
  const found: string[] = []
  const folder = join(import.meta.dirname, '..', 'screens')
  for await (const name of glob('*/*-routes.tsx', { cwd: folder })) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const [, path = ''] of text.matchAll(/getParentRoute: \(\) => merchantRoute,\s+path: '\/([^']*)'/g))
      found.push(path)
  }
  return found.sort()
}

test('of every place it is known who may be there', async () => {
  const all = await places()
  assert.ok(all.length > 25 && all.includes('team/invite'), all.join(' '))
  assert.deepEqual(
    all.filter((place) => needsOf(place.replace(/\$\w+/, 'x')) === null),
    [],
  )
})

test('a form needs more than the list that it stands beside', async () => {
  for (const place of (await places()).filter((one) =>
    /\/(new|edit|invite|settings|check|replay)$/.test(one),
  )) {
    const [section = ''] = place.split('/')
    assert.notEqual(needsOf(place.replace(/\$\w+/, 'x')), needsOf(section), place)
  }
})
