import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { recordAudit } from '../audit/audit.ts'
import type { ListReply } from '../http/read-page.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { auditRoutes } from './audit-routes.ts'

const clock = { now: () => new Date('2026-11-15T00:00:00Z') }
type Entry = { seq: number; action: string; by: string | null; details: unknown; hash: string; at: string }
let database: TestDatabase
let world: World
const newId = idsFrom(clock)
const [merchantId, subjectId, adminId] = [newId(), newId(), newId()]
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId, vault, baseUrl: 'http://localhost' }
  await world.sql`insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${adminId}, 'asha@operator.test', 'Asha', true, ${clock.now()}, ${clock.now()})`
  const entries = Array.from({ length: 7 }, (_, at) => ({
    at: clock.now(),
    actor: { kind: 'super_admin' as const, id: at === 0 ? newId() : adminId },
    action: at % 2 === 0 ? ('merchant.changed' as const) : ('withdrawal.approve' as const),
    subject: { kind: 'merchant' as const, id: at === 3 ? subjectId : newId() },
    merchantId: at < 2 ? merchantId : null,
    details: { at },
    requestId: 'req',
  }))
  await world.sql.begin(async (tx) => recordAudit(tx, vault, entries))
})
after(() => database.drop())

async function call<Reply>(id: string, query = {}): Promise<Reply> {
  const found = auditRoutes(world).find(({ operation }) => operation.id === id)
  assert.ok(found, id)
  return (await found.handle({ query, lists: world.sql } as never)) as Reply
}

const read = (query = {}) => call<ListReply<Entry>>('adminListAuditLog', query)
const seqs = ({ items }: ListReply<Entry>) => items.map(({ seq }) => seq)

test('entries come newest first, with what was recorded and its hash', async () => {
  const all = await read()
  assert.deepEqual(
    [seqs(all), all.total, all.page_size, all.next_cursor],
    [[7, 6, 5, 4, 3, 2, 1], 7, 25, null],
  )
  const [entry] = all.items
  assert.deepEqual([entry?.details, entry?.at], [{ at: 6 }, '2026-11-15T00:00:00.000Z'])
  assert.match(entry?.hash ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual([entry?.by, all.items.at(-1)?.by], ['Asha', null], 'by name, where it is known')
})

test('the log is walked by page, and by cursor to its end', async () => {
  const second = await read({ page: 2, page_size: 3 })
  assert.deepEqual([seqs(second), second.page, second.total], [[4, 3, 2], 2, 7])
  const walked: number[][] = []
  let cursor = (await read({ page_size: 3 })).next_cursor
  while (cursor !== null) {
    const next = await read({ page_size: 3, cursor })
    assert.deepEqual([next.page, next.total], [null, null])
    walked.push(seqs(next))
    cursor = next.next_cursor
  }
  assert.deepEqual(walked, [[4, 3, 2], [1]])
})

test('each filter narrows the entries and their count', async () => {
  const found = async (query: object) => {
    const { items, total } = await read(query)
    assert.equal(items.length, total)
    return items.map(({ seq }) => seq)
  }
  assert.deepEqual(await found({ action: 'withdrawal.approve' }), [6, 4, 2])
  assert.deepEqual(await found({ subject_id: subjectId }), [4])
  assert.deepEqual(await found({ merchant_id: merchantId }), [2, 1])
  assert.deepEqual(await found({ actor_id: adminId, merchant_id: merchantId }), [2])
  assert.deepEqual(await found({ action: 'no.such' }), [])
})

test('a cursor that is not ours is refused, and so is a cursor with a page', async () => {
  const bytes = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  const zero = bytes('0000000000000000')
  const negative = bytes('ffffffffffffffff')
  const tooLong = bytes('000000000000000001')
  for (const cursor of ['', '1', 'not a cursor', `${bytes('0000000000000005')}=`, zero, negative, tooLong])
    await assert.rejects(read({ cursor }), { code: 'validation_error' }, cursor)
  await assert.rejects(read({ cursor: bytes('0000000000000005'), page: 1 }), { code: 'validation_error' })
})

test('the chain holds until somebody changes an entry, and then it is named', async () => {
  assert.deepEqual(await call('adminVerifyAuditLog'), { holds: true, problem: null })
  await world.sql.unsafe(`
    alter table audit_log disable trigger audit_log_is_append_only;
    update audit_log set action = 'merchant.praised' where seq = 3;`)
  assert.deepEqual(await call('adminVerifyAuditLog'), { holds: false, problem: 'entry 3 was changed' })
})
