import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { chores, type Mail, queueMail, sendOwedMail } from './mail.ts'

let nowMs = Date.parse('2026-11-15T00:00:00Z')
const clock = { now: () => new Date(nowMs) }
let database: TestDatabase
let world: World
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())
beforeEach(() => world.sql`delete from mails`)

const mail = (to: string): Mail => ({ to, subject: 'Habari', text: `A link for ${to}` })
const refuse = async () => {
  throw new Error('no such host')
}

async function state() {
  return await world.sql<
    { attempts: number; sent_at: Date | null; next_attempt_at: Date | null; last_error: string | null }[]
  >`
    select attempts, sent_at, next_attempt_at, last_error from mails order by id`
}

test('what is queued is sent once, as it was written', async () => {
  await queueMail(world.sql, world, [mail('asha@shop.test'), mail('juma@shop.test')])
  const sent: Mail[] = []
  assert.equal(await sendOwedMail(world, async (one) => void sent.push(one)), 2)
  assert.deepEqual(
    sent.sort((a, b) => a.to.localeCompare(b.to)),
    [mail('asha@shop.test'), mail('juma@shop.test')],
  )
  nowMs += 90 * 24 * 3_600_000
  assert.equal(await sendOwedMail(world, refuse), 0)
  for (const row of await state()) assert.ok(row.sent_at !== null && row.next_attempt_at === null)
})

test('mail of a transaction that is rolled back is never sent', async () => {
  await world.sql
    .begin(async (tx) => {
      await queueMail(tx, world, [mail('asha@shop.test')])
      throw new Error('changed my mind')
    })
    .catch(() => {})
  assert.equal(await sendOwedMail(world, refuse), 0)
})

test('a failed mail is tried again after growing pauses, and left with its error in the end', async () => {
  await queueMail(world.sql, world, [mail('asha@shop.test')])
  const pauses: number[] = []
  for (let attempt = 1; ; attempt += 1) {
    assert.equal(await sendOwedMail(world, refuse), 1, `attempt ${attempt}`)
    const [row] = await state()
    assert.deepEqual([row?.attempts, row?.last_error, row?.sent_at], [attempt, 'no such host', null])
    if (!row?.next_attempt_at) break
    pauses.push(row.next_attempt_at.getTime() - nowMs)
    nowMs = row.next_attempt_at.getTime() - 1
    assert.equal(await sendOwedMail(world, refuse), 0)
    nowMs += 1
  }
  assert.equal(pauses.length, 6)
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  )
  const forget = chores({ world, smtp: { url: 'smtp://localhost', from: 'us' } }).find(
    ({ name }) => name === 'mail.forget',
  )
  await forget?.work()
  assert.equal((await state()).length, 1, 'so that somebody can see why')
  nowMs += 365 * 24 * 3_600_000
  assert.equal(await sendOwedMail(world, refuse), 0)
  await forget?.work()
  assert.equal((await state()).length, 0, 'and not for ever')
})

test('one bad mail does not hold up the others', async () => {
  await queueMail(world.sql, world, [mail('bad@shop.test'), mail('good@shop.test')])
  const sent: string[] = []
  await sendOwedMail(world, async ({ to }) => {
    if (to.startsWith('bad')) throw new Error('no such mailbox')
    sent.push(to)
  })
  assert.deepEqual(sent, ['good@shop.test'])
})

test('two senders at once do not send a mail twice', async () => {
  await queueMail(
    world.sql,
    world,
    Array.from({ length: 10 }, (_, at) => mail(`m${at}@shop.test`)),
  )
  const sent: string[] = []
  const post = async ({ to }: Mail) => void sent.push(to)
  await Promise.all([sendOwedMail(world, post), sendOwedMail(world, post), sendOwedMail(world, post)])
  assert.equal(sent.length, 10)
  assert.equal(new Set(sent).size, 10)
})

test('the mail of a sender that was killed is sent by the next, a minute later', async () => {
  await queueMail(world.sql, world, [mail('asha@shop.test')])
  void sendOwedMail(world, () => new Promise(() => {}))
  for (let round = 0; round < 500 && (await state())[0]?.attempts === 0; round += 1);
  assert.equal(await sendOwedMail(world, async () => {}), 0)
  nowMs += 60_000
  assert.equal(await sendOwedMail(world, async () => {}), 1)
})
