import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isList, type Operation, operations } from '@malipo/contract'
import pg from 'pg'
import { connectDatabase, type Database, urlOfDatabase } from '../../src/database/database.ts'
import { newAdmin, newMerchant, type Sent, type Service, sessionOf, startService } from '../service.ts'
import { filled, fillLists } from './fill-lists.ts'
import { type ListCall, listCalls } from './list-calls.ts'

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
  'listMerchantCollections network',
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
async function readsOf(path: string, as: ListCall['as']): Promise<Statement[]> {
  const { prototype } = pg.Client
  const query = prototype.query as (this: pg.Client, ...sent: unknown[]) => unknown
  const sent: Statement[] = []
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const { text } = args[0] as Statement
    if (/^\s*select/i.test(text ?? '') && !/for (no key )?update/.test(text)) sent.push(args[0] as Statement)
    return query.apply(this, args)
  } as never
  try {
    const answer = await service.call(path, callers[as])
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
      const reads = await readsOf(path, as)
      assert.ok(reads.length > 8, `${path} asked ${reads.length} questions`)
      for (const statement of reads) {
        const { rows, plan } = await rowsLookedAt(statement)
        assert.ok(rows <= most, `${path} looked at ${rows} rows:\n${statement.text}\n${plan}`)
      }
    }
  }
})

test('what waits for Super Admins is counted without looking at what does not', async () => {
  const reads = await readsOf('/v1/admin/queue', 'admin')
  const counts = reads.filter(({ text }) => text.includes('pending_clearance'))
  assert.equal(counts.length, 1)
  for (const statement of counts) {
    const { rows, plan } = await rowsLookedAt(statement)
    assert.ok(rows <= most, `the queue looked at ${rows} rows:\n${statement.text}\n${plan}`)
  }
})

for (const { id } of lists) {
  test(`${id} looks at no more than it shows, whatever it is asked for`, async () => {
    const call = calls()[id] as ListCall
    const wishes = Object.entries(call.filters).flatMap(([name, values]) =>
      values.map((value) => ({ name, query: `${name}=${encodeURIComponent(value)}` })),
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
