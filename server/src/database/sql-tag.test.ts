import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueryResult } from 'pg'
import type { Run, SqlTag } from './sql-tag.ts'

type Module = { sqlTag(run: Run): SqlTag }

/** A module loaded once more has forgotten everything, as another process has. */
async function anotherProcess(word: string) {
  const { sqlTag } = (await import(`./sql-tag.ts?${word}`)) as Module
  const names = new Map<string, string>()
  const sql = sqlTag(async ({ name, text }) => {
    names.set(text, name)
    return { rows: [], rowCount: 0 } as unknown as QueryResult
  })
  return { sql, names }
}

test('a text has the same name in every process, whatever was asked before, and no other text has it', async () => {
  const [one, two] = [await anotherProcess('one'), await anotherProcess('two')]
  await one.sql`update t set x = x + ${1}`
  await one.sql`update t set x = x - ${1}`
  await two.sql`update t set x = x - ${1}`
  await two.sql`update t set x = x + ${1}`
  assert.deepEqual([...one.names].sort(), [...two.names].sort())
  assert.equal(new Set(one.names.values()).size, 2)
})

test('a name is one that the server keeps whole', async () => {
  const { sql, names } = await anotherProcess('three')
  await sql`select ${'x'.repeat(10)}, ${sql`${1}, ${2}`}`
  for (const name of names.values()) assert.match(name, /^[\w-]{1,63}$/)
})
