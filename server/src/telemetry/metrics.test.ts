import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../database/database.ts'
import { measureWaiting } from './measure-waiting.ts'
import { createMetrics } from './metrics.ts'

test('however many ask for the metrics at once, the database is asked once', async () => {
  let asked = 0
  const sql = (async () => {
    asked += 1
    return []
  }) as unknown as Database
  const metrics = createMetrics({})
  measureWaiting([metrics.registry], sql, async () => 0)
  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.text()))
  assert.equal(new Set(texts).size, 1)
  assert.equal(asked, 2, 'once for each of two figures')
  await metrics.text()
  assert.equal(asked, 4, 'and anew for whoever comes later')
})
