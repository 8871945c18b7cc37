import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { clientMethods, operations } from '@malipo/contract'
import { leftOut } from '../generate/names.ts'
import { readInterface } from '../generate/read-interface.ts'
import { writeResources } from '../generate/write-resources.ts'
import { Malipo } from '../src/sdk.ts'

test('every operation of the interface is a call of the client, or says why not', () => {
  const known = [...Object.keys(clientMethods), ...Object.keys(leftOut)]
  assert.deepEqual(known.toSorted(), Object.keys(operations).toSorted())
  const malipo = new Malipo({ baseUrl: 'http://localhost' })
  for (const name of Object.values(clientMethods)) {
    const call = name.split('.').reduce<unknown>((part, step) => Reflect.get(Object(part), step), malipo)
    assert.equal(typeof call, 'function', `malipo.${name}`)
  }
})

test('what is kept is what the interface says now; if not, run `npm run generate -w sdk`', () => {
  const folder = join(import.meta.dirname, '..', 'src', 'resources')
  const made = writeResources(readInterface())
  assert.deepEqual(readdirSync(folder).toSorted(), [...made.keys()].map((name) => `${name}.ts`).toSorted())
  for (const [name, text] of made) {
    assert.equal(readFileSync(join(folder, `${name}.ts`), 'utf8'), text, `${name}.ts is stale`)
  }
})
