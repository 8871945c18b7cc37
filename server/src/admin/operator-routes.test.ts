import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operator } from '@malipo/contract'
import type { Static } from 'typebox'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { type Alert, alertOperators, routes as alertRoutes, closeAlerts } from '../alerts/alerts.ts'
import type { Route } from '../http/http.ts'
import type { ListReply } from '../http/read-page.ts'
import { makeAdmin } from '../operator/operator.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { operatorRoutes } from './operator-routes.ts'

const clock = { now: () => new Date('2026-11-16T08:00:00Z') }
let database: TestDatabase
let world: World
let userId: string
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  const wish = { email: 'asha@operators.test', password: 'correct horse battery' }
  userId = (await world.sql.begin((tx) => makeAdmin(tx, world, wish))).user_id
})
after(() => database.drop())

/** A request that was read and permitted already. */
async function ask<Item>(all: Route[], id: string, query: object = {}): Promise<ListReply<Item>> {
  const found = all.find(({ operation }) => operation.id === id)
  assert.ok(found, id)
  const read = { query, params: {}, caller: { user: { id: userId } }, lists: world.sql }
  return (await found.handle(read as never)) as ListReply<Item>
}

test('an operator is shown with who made them and since when they have a second factor', async () => {
  const only = async () =>
    (await ask<Static<typeof Operator>>(operatorRoutes(world), 'adminListOperators')).items[0]
  const before = await only()
  assert.deepEqual(
    [before?.email, before?.two_factor_enabled, before?.two_factor_since, before?.last_signed_in_at],
    ['asha@operators.test', false, null, null],
  )
  assert.deepEqual(before?.created_by, { kind: 'operator', id: null })
  await world.sql`update users set two_factor_enabled = true where id = ${userId}`
  const since = (await only())?.two_factor_since
  assert.ok(since)
  await world.sql`update users set two_factor_enabled = true, name = 'Asha' where id = ${userId}`
  assert.equal((await only())?.two_factor_since, since, 'what was on already stays as old as it is')
  await world.sql`update users set two_factor_enabled = false where id = ${userId}`
  assert.equal((await only())?.two_factor_since, null)
})

test('alerts are listed open ones first, and walked by cursor', async () => {
  const about = (subject: string): Alert => ({ kind: 'float_low', subject, title: 'Low', text: 'Low.' })
  for (const subject of ['a', 'b', 'c', 'd']) await alertOperators(world.sql, world, [about(subject)])
  await closeAlerts(world.sql, world, [about('b'), about('d')])
  const list = (query: object) => ask<Alert>(alertRoutes({ world }), 'adminListAlerts', query)
  const first = await list({ page_size: 3 })
  const rest = await list({ page_size: 3, cursor: first.next_cursor })
  const subjects = [...first.items, ...rest.items].map(({ subject }) => subject)
  assert.deepEqual(
    [subjects.slice(0, 2).sort(), subjects.slice(2).sort()],
    [
      ['a', 'c'],
      ['b', 'd'],
    ],
  )
  assert.equal((await list({ status: 'open' })).total, 2)
  assert.equal((await list({ status: 'resolved' })).items[0]?.kind, 'float_low')
  await assert.rejects(list({ cursor: 'bm9uc2Vuc2U' }), { code: 'validation_error' })
})
