import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Transaction } from '../../src/database/database.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { openPayoutStage, type PayoutStage, silence } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

type Entry = Fields & { seq: number; action: string; details: Fields }

let stage: PayoutStage
let second: Desk
let till: Till
let ids: { rejected: string; resolved: string }
before(async () => {
  stage = await openPayoutStage()
  second = await openDesk(stage.service)
  till = await stage.openTill()
  const rejected = String((await till.submit()).id)
  await stage.desk.decide(rejected, 'request-info', { note: 'who is Asha?' })
  await second.decide(rejected, 'reject', { note: 'no answer' })
  const resolved = String((await stage.sent(till, silence)).id)
  await second.decide(resolved, 'resolve', { outcome: 'SUCCESS', note: 'seen in their portal' })
  ids = { rejected, resolved }
})
after(() => stage.close())

async function read(query = ''): Promise<Fields & { items: Entry[] }> {
  return dataOf(await stage.desk.call(`/v1/admin/audit-log${query}`)) as Fields & { items: Entry[] }
}
const actions = ({ items }: { items: Entry[] }) => items.map(({ action }) => action)

test('each decision is an entry that names who, what, why, from where and to where', async () => {
  const { items } = await read(`?subject_id=${ids.rejected}`)
  const [asked] = items.splice(2)
  assert.deepEqual([asked?.action, asked?.actor_kind, asked?.details], ['withdrawal.request', 'member', {}])
  assert.deepEqual(
    items.map(
      ({ action, actor_kind: kind, actor_id: by, subject_kind: what, merchant_id: whose, details }) => [
        action,
        kind,
        by,
        what,
        whose,
        details,
      ],
    ),
    [
      [
        'withdrawal.reject',
        'super_admin',
        second.adminId,
        'withdrawal',
        till.merchantId,
        { from: 'INFO_REQUESTED', to: 'REJECTED', note: 'no answer' },
      ],
      [
        'withdrawal.request_info',
        'super_admin',
        stage.desk.adminId,
        'withdrawal',
        till.merchantId,
        { from: 'PENDING_ADMIN_APPROVAL', to: 'INFO_REQUESTED', note: 'who is [name]?' },
      ],
    ],
  )
  for (const { request_id: request, hash } of items) {
    assert.ok(request)
    assert.match(String(hash), /^[0-9a-f]{64}$/)
  }
})

test('the log is filtered by what, whom, whose and who, alone and together', async () => {
  assert.deepEqual(actions(await read('?action=withdrawal.approve')), ['withdrawal.approve'])
  assert.deepEqual(actions(await read(`?actor_id=${second.adminId}`)), [
    'withdrawal.resolve',
    'withdrawal.reject',
  ])
  const ofMerchant = actions(await read(`?merchant_id=${till.merchantId}`))
  assert.deepEqual(
    ofMerchant.filter((action) => action.startsWith('withdrawal.')),
    [
      ...['withdrawal.resolve', 'withdrawal.approve', 'withdrawal.request'],
      ...['withdrawal.reject', 'withdrawal.request_info', 'withdrawal.request'],
    ],
  )
  const both = `?actor_id=${second.adminId}&subject_id=${ids.resolved}`
  assert.deepEqual(actions(await read(both)), ['withdrawal.resolve'])
  assert.deepEqual(actions(await read('?action=nothing.happened')), [])
  assert.equal(inShort(await stage.desk.call('/v1/admin/audit-log?actor_id=me')), '422 validation_error')
})

test('the log is walked to its end by cursor, newest first, nothing twice and nothing left out', async () => {
  const whole = (await read('?page_size=100')).items.map(({ seq }) => seq)
  assert.deepEqual(
    whole,
    whole.toSorted((a, b) => b - a),
  )
  const walked: number[] = []
  let cursor: unknown
  do {
    const page = await read(`?page_size=3${cursor ? `&cursor=${cursor}` : ''}`)
    assert.ok(page.items.length <= 3)
    walked.push(...page.items.map(({ seq }) => seq))
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(walked, whole)
  for (const bad of ['cursor=nonsense', 'cursor=AAAA', 'page_size=0', 'page=1&cursor=AAAAAAAAAAE']) {
    assert.equal(inShort(await stage.desk.call(`/v1/admin/audit-log?${bad}`)), '422 validation_error', bad)
  }
})

test('only a Super Admin reads or verifies the log', async () => {
  for (const [path, method] of [
    ['/v1/admin/audit-log', 'GET'],
    ['/v1/admin/audit-log/verify', 'POST'],
  ] as const) {
    assert.equal(inShort(await till.dashboard(path, 'live', { method })), '403 forbidden')
    const byKey = await till.call(path, { key: till.liveKey, method })
    assert.equal(inShort(byKey), '403 dashboard_session_required')
    assert.equal(inShort(await stage.service.call(path, { method })), '401 unauthenticated')
  }
})

const verify = async () =>
  dataOf(await stage.desk.call('/v1/admin/audit-log/verify', 'live', { method: 'POST' }))

test('an untouched log holds', async () => {
  assert.deepEqual(await verify(), { holds: true, problem: null })
})

/** What somebody with all rights on the database does to the log, and what the verifier says to it. */
const tamperings: [title: string, (tx: Transaction) => Promise<unknown>, problem: RegExp][] = [
  [
    'an edited entry',
    (tx) => tx`update audit_log set details = '{}' where action = 'withdrawal.resolve'`,
    /^entry \d+ was changed$/,
  ],
  [
    'an entry put in somebody else’s name',
    (tx) => tx`update audit_log set actor_id = ${stage.desk.adminId} where action = 'withdrawal.reject'`,
    /^entry \d+ was changed$/,
  ],
  ['a deleted entry', (tx) => tx`delete from audit_log where seq = 2`, /^entry 2 is missing$/],
  [
    'reordered entries',
    async (tx) => {
      await tx`update audit_log set seq = 1000 where seq = 2`
      await tx`update audit_log set seq = 2 where seq = 3`
      await tx`update audit_log set seq = 3 where seq = 1000`
    },
    /^entry 2 does not follow the one before it$/,
  ],
  [
    'a cut end',
    (tx) => tx`delete from audit_log where seq = (select max(seq) from audit_log)`,
    /^entries after \d+ were cut off/,
  ],
  [
    'a cut end with the head put back to it',
    async (tx) => {
      await tx`delete from audit_log where seq = (select max(seq) from audit_log)`
      await tx`update audit_head set (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)`
    },
    /^the head was put there by somebody without the secret/,
  ],
]

for (const [title, tamper, problem] of tamperings) {
  test(`${title} is found, and put right again the log holds`, async () => {
    const { sql } = stage.service.world
    const restore = await saveLog()
    await tampering(tamper)
    const found = await verify()
    assert.equal(found.holds, false)
    assert.match(String(found.problem), problem)
    await tampering(restore)
    assert.deepEqual(await verify(), { holds: true, problem: null })
    await assert.rejects(sql`delete from audit_log`, /audit_log is append-only/)
  })
}

/** Keeps a copy of the log, and tells how to put it back. */
async function saveLog(): Promise<(tx: Transaction) => Promise<unknown>> {
  const { sql } = stage.service.world
  await sql`drop table if exists kept_log, kept_head`
  await sql`create table kept_log as table audit_log`
  await sql`create table kept_head as table audit_head`
  return async (tx) => {
    await tx`delete from audit_log`
    await tx`insert into audit_log select * from kept_log`
    await tx`update audit_head h set seq = k.seq, hash = k.hash, seal = k.seal from kept_head k`
    await tx`drop table kept_log, kept_head`
  }
}

async function tampering(tamper: (tx: Transaction) => Promise<unknown>): Promise<void> {
  await stage.service.world.sql.begin(async (tx) => {
    await tx`alter table audit_log disable trigger user`
    await tamper(tx)
    await tx`alter table audit_log enable trigger user`
  })
}
