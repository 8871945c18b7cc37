import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { verifyAudit } from '../../src/audit/audit.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/database.ts'
import { checkBooks, examine, rotateSecret } from '../../src/operator/operator.ts'
import { sealedPlaces } from '../../src/operator/sealed-places.ts'
import { type Vault, vaultFrom } from '../../src/primitives/seal.ts'
import { followSecret, openVault } from '../../src/secret.ts'
import {
  newMerchant,
  newPerson,
  password,
  type Service,
  sessionOf,
  startService,
  testSecret,
} from '../service.ts'
import { inShort } from './parts/newcomers.ts'
import { totpCode } from './parts/totp.ts'

const [old, next] = [testSecret, 'the secret that comes after it, long enough as well']
const invitation = { email: 'neema@shop.test', role: 'viewer' }
let first: Service
let second: Service
let stopFollowing: () => void
let shop: Awaited<ReturnType<typeof newMerchant>>
let cookie: string
let totpUri: string
const key = randomUUID()

const openedWith = (secret: string, previous?: string) => openVault(first.world, secret, previous)

before(async () => {
  first = await startService({ environment: { ROLE: 'api' } })
  await openedWith(old)
  shop = await newMerchant(first)
  cookie = await sessionOf(first, shop.ownerEmail)
  await newPerson(first, 'careful@shop.test')
  totpUri = await protect(first, 'careful@shop.test')
  assert.equal(inShort(await invite(first)), '201')
  const config = {
    cookie,
    method: 'PATCH',
    body: { webhook_url: 'http://127.0.0.1:1/', rotate_secret: true },
  }
  assert.equal(inShort(await first.call('/v1/merchant/webhook-config', config)), '200')
  const more = '/v1/merchant/webhook-endpoints'
  const added = await first.call(more, { cookie, body: { url: 'http://127.0.0.1:1/more' } })
  assert.equal(inShort(added), '201')
  const renewed = await first.call(`${more}/${added.body.data.id}/rotate-secret`, { cookie, method: 'POST' })
  assert.equal(inShort(renewed), '200')
  await keepCredential(first)
  await keepCredential(first)
  // Given both, a process goes on with the one in use.
  const vault = await openedWith(next, old)
  stopFollowing = followSecret(first.world.sql, vault, 20)
  second = await startService({ environment: { ROLE: 'api' }, database: first.database, vault })
})
after(async () => {
  stopFollowing()
  await second.stop()
  await first.stop()
})

const invite = ({ call }: Service) =>
  call(`/v1/merchants/${shop.merchantId}/members`, {
    cookie,
    headers: { 'idempotency-key': key },
    body: invitation,
  })

async function protect(service: Service, email: string): Promise<string> {
  const own = await sessionOf(service, email)
  const enabled = await service.call('/v1/auth/two-factor/enable', { cookie: own, body: { password } })
  const uri = String(enabled.body.data.totp_uri)
  await service.call('/v1/auth/two-factor/verify-totp', { cookie: own, body: { code: totpCode(uri) } })
  return uri
}

async function signInWithCode(service: Service, email = 'careful@shop.test', uri = totpUri): Promise<string> {
  const half = await service.signIn(email, password)
  const body = { code: totpCode(uri) }
  // A code is right once, and here many sign in within its half minute.
  await service.world.sql`delete from tallies`
  return inShort(await service.call('/v1/auth/two-factor/verify-totp', { cookie: half, body }))
}

/** What a provider proved itself with, as the inbox keeps it. */
async function keepCredential({ world: { sql, vault, newId, clock } }: Service): Promise<void> {
  const headers = JSON.stringify({ authorization: vault.seal('TOY 1').toString('base64'), other: 'x' })
  await sql`
    insert into dead_letters (id, environment, provider, at_interface, headers, body, received_at, attempts, fault,
      status, created_at)
    values (${newId()}, 'live', 'toy', false, ${headers}::json, ${Buffer.from('{}')}, ${clock.now()}, 1, 'no such row',
      'open', ${clock.now()})`
}

/** How many of the things sealed a vault opens, and how many it does not. */
async function opens(sql: Database, vault: Vault): Promise<[number, number]> {
  let [opened, closed] = [0, 0]
  for (const { table, sealed } of sealedPlaces) {
    for (const row of await sql.unsafe(
      `select ${sealed} as sealed from ${table} where ${sealed} is not null`,
    )) {
      try {
        vault.open(row.sealed as Buffer)
        opened += 1
      } catch {
        closed += 1
      }
    }
  }
  return [opened, closed]
}

async function symptom(vault: Vault, previous?: string): Promise<string> {
  const config = readConfig(previous === undefined ? {} : { MALIPO_SECRET_PREVIOUS: previous })
  const found = await examine(config, { ...first.world, vault }, 'a test')
  const { state, details } = found.find(({ check }) => check === 'secret') ?? {}
  return `${state}: ${details}`
}

/** A database at which the process is killed when it begins so many transactions. */
function deadly(sql: Database, life: number): Database {
  let begun = 0
  const begin = ((...given: Parameters<Database['begin']>) => {
    begun += 1
    return begun > life ? Promise.reject(new Error('killed')) : sql.begin(...given)
  }) as Database['begin']
  const tag = (...given: Parameters<Database>) => sql(...given)
  return Object.assign(tag as Database, sql, { begin })
}

const works = async (service: Service) => [
  inShort(await service.call('/v1/me', { cookie })),
  inShort(await invite(service)),
  await signInWithCode(service),
]
const allIsWell = ['200', '201', '200']

test('a process that has both secrets seals with the one in use, which one that has not been told yet opens', async () => {
  assert.deepEqual(await works(second), allIsWell)
  const made = await newMerchant(second)
  assert.equal((await opens(first.world.sql, vaultFrom(old)))[1], 0)
  assert.match(made.webhook_secret, /^whsec_/)
  const vault = await openedWith(next, old)
  assert.equal(
    await symptom(vault, old),
    'warning: two are known, the earlier one is used: run malipo secret rotate',
  )
})

test('killed in the middle, both secrets are accepted, what is left is told, and nobody starts without the earlier one', async () => {
  const vault = await openedWith(next, old)
  const [, before] = await opens(first.world.sql, vaultFrom(next))
  const world = { ...first.world, vault, sql: deadly(first.world.sql, 3) }
  await assert.rejects(rotateSecret(world, { secret: next, previous: old, waitMs: 0, atOnce: 1 }), /killed/)
  const [opened, closed] = await opens(first.world.sql, vaultFrom(next))
  assert.ok(opened > 0 && closed > 0 && closed < before, `${opened} done, ${closed} left of ${before}`)
  assert.match(
    await symptom(vault, old),
    /^warning: changed on .*; sealed with an earlier one: .*dead letters/,
  )
  await assert.rejects(openedWith(next), /is being changed: set MALIPO_SECRET_PREVIOUS/)
  await assert.rejects(openedWith(old), /does not fit/)
  while (!second.world.vault.secretId.equals(vault.secretId))
    await new Promise((done) => setTimeout(done, 20))
  assert.deepEqual(await works(second), allIsWell)
})

test('run again it goes on, and then nothing needs the earlier secret but those who signed in with it', async () => {
  const { sql } = first.world
  // One row at a time, so that no place is done in a single turn.
  const again = { secret: next, previous: old, waitMs: 0, atOnce: 1 }
  // At a process that has not heard of the change yet.
  await newPerson(first, 'hasty@shop.test')
  const hastyUri = await protect(first, 'hasty@shop.test')
  const vault = await openedWith(next, old)
  const done = await rotateSecret({ ...first.world, vault }, again)
  assert.deepEqual([done.changed, done.closed, done.left], [false, 0, 0])
  assert.equal((await opens(sql, vaultFrom(next)))[1], 0)
  assert.equal((await opens(sql, vaultFrom(old)))[0], 0)
  assert.match(await symptom(vault, old), /nothing is left: MALIPO_SECRET_PREVIOUS can go$/)
  const nothing = await rotateSecret({ ...first.world, vault }, again)
  assert.deepEqual(
    Object.values(nothing.resealed).filter((count) => count > 0),
    [],
  )
  assert.deepEqual(await works(second), allIsWell)

  const alone = await openedWith(next)
  const third = await startService({ environment: { ROLE: 'api' }, database: first.database, vault: alone })
  try {
    assert.equal(inShort(await third.call('/v1/me', { cookie })), '401 unauthenticated')
    assert.equal(await signInWithCode(third), '200')
    assert.equal(await signInWithCode(third, 'hasty@shop.test', hastyUri), '200')
    cookie = await third.signIn(shop.ownerEmail, password)
    assert.deepEqual(await works(third), allIsWell)
  } finally {
    await third.stop()
  }
  assert.match(await symptom(alone), /^ok: changed on /)
})

test('the audit chain goes on under the new secret, holds from its beginning, and shows what the earlier one changes', async () => {
  const { sql } = first.world
  const vault = await openedWith(next)
  const world = { ...first.world, vault }
  assert.equal(await verifyAudit(sql, vault), null)
  assert.deepEqual(
    (await checkBooks(world)).filter(({ holds }) => !holds),
    [],
  )
  const [entry] = await sql<{ seq: bigint }[]>`select seq from audit_log where action = 'secret.rotated'`
  assert.ok(entry && entry.seq > 1n)
  await sql.unsafe('alter table audit_log disable trigger user')
  await sql`update audit_log set action = 'merchant.invented' where seq = 1`
  assert.equal(await verifyAudit(sql, vault), 'entry 1 was changed')
})

test('no column that is sealed is forgotten', async () => {
  const columns = await first.world.sql<{ place: string }[]>`
    select c.table_name || '.' || c.column_name as place from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and not t.relispartition
    where c.table_schema = 'public' and c.column_name like '%sealed' order by 1`
  const listed = sealedPlaces.filter(({ sealed }) => sealed.endsWith('sealed'))
  assert.deepEqual(
    columns.map(({ place }) => place),
    listed.map(({ table, sealed }) => `${table}.${sealed}`).sort(),
  )
})

test('there must be another secret to change to', async () => {
  const vault = await openedWith(next)
  await assert.rejects(
    rotateSecret({ ...first.world, vault }, { secret: old, previous: undefined, waitMs: 0 }),
    /no other secret to change to/,
  )
})
