import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/test-database.ts'
import { connectDatabase } from '../database/database.ts'
import { createMetrics } from './metrics.ts'

test('who found no connection free is counted with how long it took, and who found one is not', async () => {
  const database = await createTestDatabase()
  const sql = connectDatabase({ url: database.url, poolSize: 1, applicationName: 'test' })
  const metrics = createMetrics({ money: sql })
  const waited = async () =>
    Number(/^malipo_database_wait_seconds_count\{pool="money"\} (\d+)$/m.exec(await metrics.text())?.[1] ?? 0)
  try {
    assert.equal(await waited(), 0)
    const answers = await Promise.all([1, 2, 3].map((one) => sql`select ${one}::int as one`))
    assert.deepEqual(
      answers.map(([row]) => row?.one),
      [1, 2, 3],
    )
    assert.equal(await waited(), 3, 'one waited for it to be opened, two for the one before')
    await sql`select 1`
    await sql.begin((tx) => tx`select 1`)
    assert.equal(await waited(), 3)
    await Promise.all([sql.begin((tx) => tx`select 1`), sql.begin((tx) => tx`select 1`)])
    assert.equal(await waited(), 4)
    await assert.rejects(sql`select 1 / 0`)
    await assert.rejects(
      Promise.all([sql`select 1`, sql`select 1 / 0`]),
      'a fault reaches whoever waited for a connection too',
    )
  } finally {
    await sql.end()
    await database.drop()
  }
})
