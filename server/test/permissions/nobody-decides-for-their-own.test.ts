import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Operation, operations, type Role, roles } from '@malipo/contract'
import { readConfig } from '../../src/config.ts'
import { worldOf } from '../../src/installation.ts'
import { makeAdmin, makeMember } from '../../src/operator/operator.ts'
import {
  cookieOf,
  newPerson,
  password,
  type Service,
  sessionOf,
  startService,
  testSecret,
} from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { totpCode } from '../stories/parts/totp.ts'
import { assembleCast, type Cast } from './cast.ts'
import { blockedWithdrawal, pendingWithdrawal } from './payouts.ts'
import { samples } from './samples.ts'
import { sendSample } from './send-sample.ts'
import { type Parts, spareProvider } from './stage.ts'
import { traces } from './traces.ts'

let service: Service
let cast: Cast
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api', ...spareProvider } })
  cast = await assembleCast(service)
})
after(() => service.stop())

const environments = ['live', 'sandbox'] as const

/** Somebody on both planes. */
async function adminWhoIs(role: Role, name: string = role): Promise<{ cookie: string; email: string }> {
  const { world } = service
  const email = `${name}-and-admin@cast.test`
  await newPerson(service, email)
  await world.sql.begin(async (tx) => {
    await makeMember(tx, world, { merchantId: cast.merchantId, email, password, role })
    await makeAdmin(tx, world, { email, password })
  })
  return { email, cookie: await sessionOf(service, email) }
}

async function leave(email: string): Promise<void> {
  const [member] = await service.world.sql<{ id: string }[]>`
    select m.id from memberships m join users u on u.id = m.user_id
    where u.email = ${email} and m.merchant_id = ${cast.merchantId}`
  const path = `/v1/merchants/${cast.merchantId}/members/${member?.id}`
  assert.equal(inShort(await service.call(path, { method: 'DELETE', cookie: cast.ownerCookie })), '200')
}

/** What Super Admins do that is about nobody's money. Whatever else they may do goes through the tests below. */
const aboutNoMoney = new Set([
  ...['adminCreateMerchant', 'adminChangeMerchant', 'adminVerifyAuditLog'],
  ...['adminMarkAlert', 'adminCheckBooks', 'adminTryPricingRule', 'adminTryRiskRule'],
])

/** A request of each kind that decides about money of the merchant here, as it stands now. */
async function allDecisions(): Promise<{ operation: Operation; parts: Parts }[]> {
  const deciding = Object.values<Operation>(operations).filter(
    ({ id, access, method }) => access.who === 'super_admin' && method !== 'GET' && !aboutNoMoney.has(id),
  )
  const sampled = deciding.map(async (operation) => {
    const sample = samples[operation.id] ?? assert.fail(`${operation.id} has no sample`)
    return { operation, parts: await sample({ service, cast }, 'super_admin') }
  })
  const threshold = { params: { merchant_id: cast.merchantId }, body: { hold_threshold: '5000.00' } }
  return [...(await Promise.all(sampled)), { operation: operations.adminChangeMerchant, parts: threshold }]
}

/** What nobody knows the merchant of, or what is no merchant's. A second factor is needed for it all the same. */
const ofNobody = new Set([
  ...[
    'adminSettleDeadLetter',
    'adminRecordFloatTopUp',
    'adminReverseFloatTopUp',
    'adminRequestReconciliation',
  ],
  ...['adminSetStatementMapping', 'adminRemoveStatementMapping', 'adminChangeRetention'],
  ...['adminChangeProvider', 'adminDrainProvider', 'adminPauseProvider', 'adminResumeProvider'],
  ...['adminPinNetwork', 'adminChangeRiskRule', 'adminSetRiskListEntry', 'adminRemoveRiskListEntry'],
])

/** What was not asked for by anybody is judged by the present alone. */
const ofThePresent = new Set([
  ...['adminSetPricingRule', 'adminSetProviderRoute', 'adminChangeMerchant', 'adminCreateRiskRule'],
])

type Answers = Record<string, string>

async function tryAll(decisions: Awaited<ReturnType<typeof allDecisions>>, cookie: string): Promise<Answers> {
  const answers: Answers = {}
  for (const { operation, parts } of decisions) {
    const answer = await sendSample(service, operation, parts, { cookie })
    const isRefused =
      answer.status === 403 && /^Nobody decides|^Set up a second/.test(answer.body.error.message)
    answers[operation.id] = isRefused ? 'refused' : inShort(answer)
  }
  return answers
}

/** Everything but what providers said: they are asked before a decision, and their word is kept whoever asks. */
async function changes(): Promise<Record<string, string>> {
  const { provider_words: _words, ...others } = await traces(service)
  return others
}

const everyOne = (decisions: Awaited<ReturnType<typeof allDecisions>>, answer: string): Answers =>
  Object.fromEntries(
    decisions.map(({ operation }) => [operation.id, answer === 'done' ? String(operation.status) : answer]),
  )

test('whoever has a part in money decides nothing about it: while they belong, and of what was asked for before they left', async () => {
  const { cookie, email } = await adminWhoIs('viewer', 'leaving')
  const decisions = (await allDecisions()).filter(({ operation }) => !ofNobody.has(operation.id))
  assert.ok(decisions.length >= 10, 'withdrawals, clearance, discrepancies and prices are among them')
  const before = await changes()
  assert.deepEqual(await tryAll(decisions, cookie), everyOne(decisions, 'refused'))
  assert.deepEqual(await changes(), before)

  await leave(email)
  const asked = decisions.filter(({ operation }) => !ofThePresent.has(operation.id))
  assert.deepEqual(await tryAll(asked, cookie), everyOne(asked, 'refused'))
  const later = await allDecisions()
  assert.deepEqual(
    await tryAll(later, cookie),
    everyOne(later, 'done'),
    'what was asked for since is not theirs',
  )
})

test('nobody decides about what was asked for with a key that they made, wherever they are by then', async () => {
  const { cookie, email } = await adminWhoIs('admin', 'keymaker')
  const made = await service.call(`/v1/merchants/${cast.merchantId}/api-keys`, {
    cookie,
    body: { environment: 'live' },
  })
  assert.equal(inShort(made), '201')
  await leave(email)
  const credentials = { ...cast.credentials, live_key: { key: String(made.body.data.api_key) } }
  const id = await pendingWithdrawal({ service, cast: { ...cast, credentials } })
  const path = `/v1/admin/withdrawals/${id}/approve`
  const refused = await service.call(path, { cookie, body: {} })
  assert.deepEqual(
    [inShort(refused), /key that they made/.test(refused.body.error.message)],
    ['403 forbidden', true],
  )
  assert.equal(inShort(await service.call(path, { ...cast.credentials.super_admin, body: {} })), '200')
})

test('nobody verifies or activates a merchant they belong to, or makes a verified one for themselves; they may stop their own', async () => {
  const { cookie, email } = await adminWhoIs('owner', 'self-made')
  const { sql } = service.world
  const path = `/v1/admin/merchants/${cast.merchantId}`
  const change = (body: Record<string, unknown>, by = cookie) =>
    service.call(path, { method: 'PATCH', cookie: by, body })
  const stopped = { verification_status: 'unverified', is_active: false }
  assert.equal(inShort(await change(stopped)), '200', 'whoever stops their own harms nobody else')
  for (const body of [
    { verification_status: 'verified' },
    { is_active: true },
    { ...stopped, is_active: true },
  ]) {
    const refused = await change(body)
    assert.deepEqual([inShort(refused), /belong/.test(refused.body.error.message)], ['403 forbidden', true])
  }
  const [row] = await sql`select verification_status, is_active from merchants where id = ${cast.merchantId}`
  assert.deepEqual({ ...row }, stopped)
  const other = cast.credentials.super_admin.cookie
  assert.equal(inShort(await change({ verification_status: 'verified', is_active: true }, other)), '200')
  assert.equal(
    inShort(await change({ verification_status: 'verified', is_active: true })),
    '200',
    'nothing is given',
  )

  const create = (status: string) =>
    service.call('/v1/admin/merchants', {
      cookie,
      body: { name: 'My own', owner_email: email, verification_status: status },
    })
  assert.equal(inShort(await create('verified')), '403 forbidden')
  assert.equal(inShort(await create('pending')), '201')
})

test('a membership that has ended is kept, whoever ends it, and cannot be changed', async () => {
  const { sql } = service.world
  const { email } = await adminWhoIs('finance', 'forgotten')
  await sql`delete from memberships where user_id = (select id from users where email = ${email})`
  const kept = await sql`
    select p.role from past_memberships p join users u on u.id = p.user_id
    where u.email = ${email} and p.merchant_id = ${cast.merchantId} and p.left_at >= p.joined_at`
  assert.deepEqual(
    kept.map(({ role }) => role),
    ['finance'],
  )
  await assert.rejects(sql`delete from past_memberships`, /append-only/)
  await assert.rejects(sql`update past_memberships set left_at = joined_at`, /append-only/)
})

test('in production nobody administers anything without a second factor', async () => {
  const production = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://malipo@127.0.0.1/malipo',
    MALIPO_SECRET: testSecret,
    BASE_URL: 'https://pay.example.com',
  })
  const { world } = service
  assert.deepEqual(
    [worldOf(production, world), worldOf(readConfig({}), world)].map((one) => one.decidersNeedSecondFactor),
    [true, false],
  )
  world.decidersNeedSecondFactor = true
  try {
    const email = 'careless@cast.test'
    await newPerson(service, email)
    await world.sql.begin((tx) => makeAdmin(tx, world, { email, password }))
    const cookie = await sessionOf(service, email)
    const decisions = await allDecisionsWithout(world)
    const before = await changes()
    assert.deepEqual(await tryAll(decisions, cookie), everyOne(decisions, 'refused'))
    assert.deepEqual(await readAll(cookie), new Set(['403 second_factor_required']))
    assert.deepEqual(await changes(), before)
    const enabled = await service.call('/v1/auth/two-factor/enable', { cookie, body: { password } })
    const code = totpCode(String(enabled.body.data.totp_uri))
    assert.deepEqual(await tryAll(decisions, cookie), everyOne(decisions, 'refused'), 'begun is not set up')
    const confirmed = await service.call('/v1/auth/two-factor/verify-totp', { cookie, body: { code } })
    assert.deepEqual(await tryAll(decisions, cookieOf(confirmed) || cookie), everyOne(decisions, 'done'))
  } finally {
    world.decidersNeedSecondFactor = false
  }
})

/** How the administration answers to reads and changes alike, when nothing but the path is sent. */
async function readAll(cookie: string): Promise<Set<string>> {
  const closed = Object.values<Operation>(operations).filter(({ access }) => access.who === 'super_admin')
  const answers = closed.map(({ method, path }) =>
    service.call(path.replaceAll(/\{\w+\}/g, cast.merchantId), { method, cookie }),
  )
  return new Set((await Promise.all(answers)).map(inShort))
}

/** Made by people who decide on the way, and have no second factor here. */
async function allDecisionsWithout(world: Service['world']) {
  world.decidersNeedSecondFactor = false
  const decisions = await allDecisions()
  world.decidersNeedSecondFactor = true
  return decisions
}

test('a Super Admin decides nothing about a merchant they belong to, in whatever role', async () => {
  for (const role of roles) {
    const { cookie } = await adminWhoIs(role)
    for (const environment of environments) {
      const pending = await pendingWithdrawal({ service, cast }, environment)
      const blocked = await blockedWithdrawal({ service, cast }, environment)
      const decisions: [string, string, Record<string, unknown>][] = [
        [pending, 'approve', {}],
        [pending, 'reject', { note: 'No.' }],
        [pending, 'request-info', { note: 'What for?' }],
        [blocked, 'retry', {}],
        [blocked, 'resolve', { outcome: 'FAILED', note: 'Back to us.' }],
      ]
      const before = await changes()
      for (const [id, decision, body] of decisions) {
        const path = `/v1/admin/withdrawals/${id}/${decision}`
        const answer = await service.call(path, { cookie, headers: { 'x-environment': environment }, body })
        assert.equal(inShort(answer), '403 forbidden', `${role} ${decision}`)
        assert.match(answer.body.error.message, /belong/)
      }
      assert.deepEqual(await changes(), before)
      const headers = { 'x-environment': environment }
      const read = await service.call(`/v1/admin/withdrawals/${pending}`, { cookie, headers })
      assert.equal(inShort(read), '200', 'but everybody of that plane may look')
    }
  }
})

test('whoever belongs to another merchant decides about this one like anybody else', async () => {
  const other = await assembleCast(service)
  const cookie = other.credentials.super_admin.cookie ?? ''
  const id = await pendingWithdrawal({ service, cast })
  const path = `/v1/admin/withdrawals/${id}/approve`
  assert.equal(inShort(await service.call(path, { cookie, body: {} })), '200')
})
