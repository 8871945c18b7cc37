import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { openMerchants } from '../../merchants/merchants.ts'
import { systemClock } from '../../primitives/clock.ts'
import { idsFrom } from '../../primitives/id.ts'
import { vaultFrom } from '../../primitives/seal.ts'
import type { World } from '../../world/world.ts'
import { accountChecks } from './account-checks.ts'

let database: TestDatabase
let world: World
let merchantId: string
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  const newId = idsFrom(systemClock)
  world = { sql: database.sql, clock: systemClock, newId, vault, baseUrl: 'http://localhost' }
  const order = { name: 'Duka', ownerId: null, verificationStatus: 'verified' as const }
  const opened = await world.sql.begin((tx) => openMerchants(tx, world, [order, order]))
  merchantId = opened[0]?.id ?? ''
  await world.sql`
    insert into retired_webhook_secrets (id, merchant_id, secret_sealed, signs_until)
    values (${newId()}, ${merchantId}, ${vault.seal('whsec_before')}, ${systemClock.now()})`
})
after(() => database.drop())

/** What the check says of a secret that is stored instead, which is undone afterwards. */
async function foundWith(table: string, column: string, sealed: Buffer): Promise<string | null> {
  const check = accountChecks.find((one) => one.check === 'every webhook secret can be opened')
  assert.ok(check)
  const undo = new Error('undone')
  let found: string | null = null
  const damaged = world.sql.begin(async (tx) => {
    const owner = table === 'merchants' ? 'id' : 'merchant_id'
    await tx.unsafe(
      `update ${table} set ${column} = '\\x${sealed.toString('hex')}' where ${owner} = '${merchantId}'`,
    )
    found = await check.look(tx, world.vault)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return found
}

const places = [
  ['merchants', 'webhook_secret_sealed', ''],
  ['retired_webhook_secrets', 'secret_sealed', ' before rotation'],
] as const

for (const [table, column, suffix] of places) {
  test(`a webhook secret in ${table} that cannot be opened, or is none, is found`, async () => {
    const { vault } = world
    const owner = `merchant ${merchantId}${suffix}`
    assert.equal(await foundWith(table, column, vault.seal('whsec_sound')), null)
    const spoilt = vaultFrom('another secret that is long enough to be one').seal('whsec_sound')
    assert.equal(await foundWith(table, column, spoilt), `the webhook secret of ${owner} cannot be opened`)
    assert.equal(
      await foundWith(table, column, vault.seal('hello')),
      `${owner} has a malformed webhook secret`,
    )
  })
}
