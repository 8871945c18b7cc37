import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isList, type Operation, operations } from '@malipo/contract'
import pg from 'pg'
import { connectDatabase, type Database, urlOfDatabase } from '../../src/database/database.ts'
import { newAdmin, newMerchant, type Sent, type Service, sessionOf, startService } from '../service.ts'
import { filled, fillLists } from './fill-lists.ts'
import type { ListCall } from './list-call.ts'
import { listCalls } from './list-calls.ts'

let service: Service
let superuser: Database
let merchantId: string
let callers: Record<ListCall['as'], Sent>
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  const merchant = await newMerchant(service)
  merchantId = merchant.merchantId
  await newAdmin(service, 'admin@lists.test')
  const [{ name, owner } = { name: '', owner: '' }] = await service.world.sql<
    { name: string; owner: string }[]
  >`
    select current_database() as name, (select user_id from memberships limit 1) as owner`
  const url = urlOfDatabase(service.database.adminUrl, name)
  superuser = connectDatabase({ url, poolSize: 1, applicationName: 'fill', statementTimeoutMs: 60_000 })
  await fillLists(superuser, { merchantId, userId: owner })
  const headers = { 'x-environment': 'sandbox' }
  callers = {
    owner: { cookie: await sessionOf(service, merchant.ownerEmail), headers },
    admin: { cookie: await sessionOf(service, 'admin@lists.test'), headers },
  }
})
after(async () => {
  await superuser.end()
  await service.stop()
})

const lists = Object.values<Operation>(operations).filter(isList)
const minutes = 60_000
const edges = {
  recently: new Date(Date.now() - 5 * minutes).toISOString(),
  atFirst: new Date(Date.now() - (filled / 2 - 5) * minutes).toISOString(),
}
const calls = () => listCalls(merchantId, edges)

/** What a list sends to the database over the connections of lists, and how many it takes from those of money. */
async function statementsOf({ path, as }: ListCall, filter: string): Promise<Statement[]> {
  const { pool } = service.parts.pools.lists
  const query = pool.query
  const sent: Statement[] = []
  pool.query = ((statement: Statement) => {
    sent.push(statement)
    return (query as (statement: Statement) => unknown).call(pool, statement)
  }) as never
  try {
    const answer = await service.call(`${path}${path.includes('?') ? '&' : '?'}${filter}`, callers[as])
    assert.equal(answer.status, 200, `${path} ${filter}: ${JSON.stringify(answer.body)}`)
  } finally {
    pool.query = query
  }
  return sent
}

type Statement = { text: string; values: unknown[] }
type Plan = { 'Node Type': string; Plans?: Plan[] } & Record<string, number>

/** How many rows a statement looks at, wherever it finds them. */
async function rowsLookedAt({ text, values }: Statement): Promise<{ rows: number; plan: string }> {
  const client = new pg.Client(service.database.url)
  await client.connect()
  try {
    // Tables of this size are quicker read whole than by an index; those that grow are not.
    await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }]
    return { rows: scanned(plan), plan: JSON.stringify(plan, null, 1) }
  } finally {
    await client.end()
  }
}

function scanned(plan: Plan): number {
  const within = (plan.Plans ?? []).reduce((sum, inner) => sum + scanned(inner), 0)
  if (!plan['Node Type'].includes('Scan')) return within
  const [kept = 0, filtered = 0, rechecked = 0] = [
    plan['Actual Rows'],
    plan['Rows Removed by Filter'],
    plan['Rows Removed by Index Recheck'],
  ]
  return within + (kept + filtered + rechecked) * (plan['Actual Loops'] ?? 1)
}

/** A page and a little more: a merge looks at the first of each range, a period at what is near its edges. */
const most = 400

/** Part of a word is in no index, nor is what another table knows or what took long: these look through the list, as far as a list goes. */
const looksThrough = new Set([
  'adminListMerchants search',
  'adminListWithdrawals search',
  'listWebhookDeliveries types',
  'listRequests min_duration_ms',
])

/** Known to the code, without a question to the database. */
const inMemory = new Set(['listDestinations'])

test('every list of the contract is tried, with each of its filters', () => {
  assert.deepEqual(lists.map(({ id }) => id).sort(), Object.keys(calls()).sort())
  for (const { id, query } of lists) {
    const { path, filters } = calls()[id] as ListCall
    const own = Object.keys(query?.properties ?? {}).filter(
      (name) => !['page', 'page_size', 'cursor'].includes(name) && !path.includes(`${name}=`),
    )
    assert.deepEqual(Object.keys(filters).sort(), own.sort(), id)
  }
})

test('a search looks at no more than it could show, whatever it is for', async () => {
  const numbers = ['0713000000', '255713000000', '000000', '13000000']
  for (const q of [
    ...numbers,
    '0714000000',
    '140000',
    'r17',
    'none',
    merchantId,
    'INV-000017',
    '0000000000017',
    'Customer',
    'Shop',
  ]) {
    const call = { path: '/v1/merchant/search', as: 'owner', filters: {} } as const
    const statements = await statementsOf(call, `q=${encodeURIComponent(q)}`)
    assert.equal(statements.length, 1)
    for (const statement of statements) {
      const { rows, plan } = await rowsLookedAt(statement)
      assert.ok(rows <= most, `${q} looked at ${rows} rows:\n${statement.text}\n${plan}`)
    }
  }
})

/** What is read for an answer over whichever connections, within transactions too. */
async function readsOf(path: string, by: Sent): Promise<Statement[]> {
  const { prototype } = pg.Client
  const query = prototype.query as (this: pg.Client, ...sent: unknown[]) => unknown
  const sent: Statement[] = []
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const { text } = args[0] as Statement
    const isRead =
      /^\s*(select|with)/i.test(text ?? '') && !/for (no key )?update|insert into|delete from/.test(text)
    if (isRead) sent.push(args[0] as Statement)
    return query.apply(this, args)
  } as never
  try {
    const answer = await service.call(path, by)
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  } finally {
    prototype.query = query as never
  }
  return sent
}

test('a timeline looks at no more than it could show, whatever else there is', async () => {
  for (const noun of ['collections', 'withdrawals']) {
    const [row] = await superuser.unsafe(
      `select id from ${noun} where merchant_id = '${merchantId}' and environment = 'sandbox' order by id offset 1000 limit 1`,
    )
    const paths: [string, ListCall['as']][] = [
      [`/v1/merchant/${noun}/${row?.id}/timeline`, 'owner'],
      [`/v1/admin/${noun}/${row?.id}/timeline`, 'admin'],
    ]
    for (const [path, as] of paths) {
      const reads = await readsOf(path, callers[as])
      assert.ok(reads.length > 8, `${path} asked ${reads.length} questions`)
      for (const statement of reads) {
        const { rows, plan } = await rowsLookedAt(statement)
        assert.ok(rows <= most, `${path} looked at ${rows} rows:\n${statement.text}\n${plan}`)
      }
    }
  }
})

/** As a superuser may, past the triggers that keep what is written as it was. */
async function plant(statement: string): Promise<void> {
  await superuser.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe(statement)
  })
}

async function assertBounded(path: string, by: Sent): Promise<void> {
  for (const statement of await readsOf(path, by)) {
    const { rows, plan } = await rowsLookedAt(statement)
    assert.ok(rows <= most, `${path} looked at ${rows} rows:\n${statement.text}\n${plan}`)
  }
}

test('what a Super Admin reads before a decision is a few rows, however much the merchant has had paid out', async () => {
  const [row] = await superuser.unsafe(
    `select id from withdrawals where merchant_id = '${merchantId}' and kind = 'withdrawal' order by id desc limit 1`,
  )
  await assertBounded(`/v1/admin/withdrawals/${row?.id}`, callers.admin)
})

test('what providers still have to pay out is counted without looking at what they have paid', async () => {
  await plant(`
    insert into withdrawals select (jsonb_populate_record(w, jsonb_build_object('id', overlay(w.id::text placing 'b' from 20 for 1),
      'environment', 'live', 'provider', 'simulated', 'provider_reference', 'LIVE' || w.provider_reference,
      'batch_id', null, 'batch_row', null))).* from withdrawals w`)
  await plant('analyze withdrawals')
  await assertBounded('/v1/admin/providers', { ...callers.admin, headers: { 'x-environment': 'live' } })
})

test('of a payment that was told ten thousand times, and has as many steps, the newest are read, and that there were more is told', async () => {
  const [row] = await superuser.unsafe(
    `select id from collections where merchant_id = '${merchantId}' and method is not null order by id desc offset 7 limit 1`,
  )
  await plant(`
    insert into webhook_deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
    from webhook_deliveries d, generate_series(1, 10000) where d.event_id = '${row?.id}'`)
  await plant(`
    insert into collection_history (collection_id, seq, to_status, source, at)
    select '${row?.id}', n, 'processing', 'customer', now() from generate_series(1, 10000) n`)
  await plant('analyze webhook_deliveries, collection_history')
  for (const path of [
    `/v1/merchant/collections/${row?.id}/timeline`,
    `/v1/merchants/${merchantId}/collections/${row?.id}`,
  ])
    await assertBounded(path, callers.owner)
  const { body } = await service.call(`/v1/merchant/collections/${row?.id}/timeline`, callers.owner)
  const { entries, truncated } = body.data as { entries: { kind: string }[]; truncated: boolean }
  assert.deepEqual([entries.filter(({ kind }) => kind === 'webhook').length, truncated], [100, true])
})

test('what waits for Super Admins is counted without looking at what does not', async () => {
  const reads = await readsOf('/v1/admin/queue', callers.admin)
  const counts = reads.filter(({ text }) => text.includes('pending_clearance'))
  assert.equal(counts.length, 1)
  for (const statement of counts) {
    const { rows, plan } = await rowsLookedAt(statement)
    assert.ok(rows <= most, `the queue looked at ${rows} rows:\n${statement.text}\n${plan}`)
  }
})

function queryOf(name: string, value: string): string {
  if (name !== 'metadata') return `${name}=${encodeURIComponent(value)}`
  const [key = '', wanted = ''] = value.split('=')
  return `metadata[${key}]=${wanted}`
}

for (const { id } of lists) {
  test(`${id} looks at no more than it shows, whatever it is asked for`, async () => {
    const call = calls()[id] as ListCall
    const wishes = Object.entries(call.filters).flatMap(([name, values]) =>
      values.map((value) => ({ name, query: queryOf(name, value) })),
    )
    for (const { name, query } of [{ name: '', query: '' }, { name: '', query: 'page=3' }, ...wishes]) {
      const statements = await statementsOf(call, query)
      assert.equal(statements.length > 0, !inMemory.has(id), `${id} reads over the connections of lists`)
      for (const statement of statements) {
        const isCount = statement.text.includes('count(*)::int as total')
        if (isCount) assert.match(statement.text, /limit \$\d+\) as counted$/)
        if (isCount || looksThrough.has(`${id} ${name}`)) continue
        const { rows, plan } = await rowsLookedAt(statement)
        assert.ok(rows <= most, `${id}?${query} looked at ${rows} rows:\n${statement.text}\n${plan}`)
      }
    }
  })
}
