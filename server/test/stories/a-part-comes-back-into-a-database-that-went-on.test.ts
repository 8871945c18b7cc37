import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bringBack } from '../../src/archives/bring-back.ts'
import { putAside } from '../../src/archives/put-aside.ts'
import { openArchiveStage } from './archives/stage.ts'
import { waitForTurn } from './archives/wait-for-turn.ts'
import { assertBooksHold } from './money/books.ts'

let s: Awaited<ReturnType<typeof openArchiveStage>>
before(async () => {
  s = await openArchiveStage()
})
after(() => s.close())

test('a part comes back into a table that got columns since, one of them never empty', async () => {
  const { sql } = s.world
  const part = await s.part(s.parts.oldest)
  const before = await s.rows('collection_history')
  const { steps } = await putAside(s.world, part, s.folder)
  await sql.unsafe(
    `alter table collection_history add column mood text, add column weight int not null default 7`,
  )
  await bringBack(s.world, part, s.folder)
  const [told] = await sql.unsafe(
    `select count(*)::int as steps from ${s.parts.oldest} where weight = 7 and mood is null`,
  )
  assert.equal(told?.steps, steps)
  await sql.unsafe('alter table collection_history drop column mood, drop column weight')
  assert.deepEqual(await s.rows('collection_history'), before)
  await assertBooksHold(s.world)
})

test('whoever writes to the audit log for longer than a lock is waited for does not undo what was loaded', async () => {
  const part = await s.part(s.parts.oldest)
  const before = await s.rows('collection_history')
  await putAside(s.world, part, s.folder)
  const held = Promise.withResolvers<void>()
  const slow = s.world.sql.begin(async (tx) => {
    await tx`select from audit_head for update`
    held.resolve()
    await sleep(1_500)
  })
  await held.promise
  await bringBack(s.world, part, s.folder)
  await slow
  assert.deepEqual(await s.rows('collection_history'), before)
  await assertBooksHold(s.world)
})

test('of two who bring a part back at once one does, and the other is told so', async () => {
  const part = await s.part(s.parts.oldest)
  const before = await s.rows('collection_history')
  await putAside(s.world, part, s.folder)
  const both = [1, 2].map(() => bringBack(s.world, part, s.folder).then(() => 'back', String))
  const [one, other] = (await Promise.all(both)).sort()
  assert.match(
    String(one),
    /^StartRefused: .* is (being brought back already|not put aside: all of it is here)\.$/,
  )
  assert.equal(other, 'back')
  assert.deepEqual(await s.rows('collection_history'), before)
  await assertBooksHold(s.world)
})

test('whoever waits for their turn with what they loaded comes back, and whoever would load it too does not wait', async () => {
  const part = await s.part(s.parts.oldest)
  const before = await s.rows('collection_history')
  await putAside(s.world, part, s.folder)
  const first = await waitForTurn(s.world, (world) => bringBack(world, part, s.folder))
  await assert.rejects(bringBack(s.world, part, s.folder), /is being brought back already\.$/)
  // Longer than a turn is waited for: what was loaded is not loaded anew.
  await sleep(6_000)
  await first()
  await assert.rejects(bringBack(s.world, part, s.folder), /is not put aside: all of it is here\.$/)
  assert.deepEqual(await s.rows('collection_history'), before)
  await assertBooksHold(s.world)
})
