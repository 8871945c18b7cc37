import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Operation, operations } from '@malipo/contract'
import { type Reply, type Sent, type Service, startService } from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assembleCast, type Cast } from './cast.ts'
import {
  deadLetter,
  heldCollection,
  hostedCollection,
  openDiscrepancy,
  paidCollection,
  waitingCode,
} from './money.ts'
import { blockedWithdrawal, pendingWithdrawal, questionedWithdrawal } from './payouts.ts'
import { samplesOfMoney } from './samples-of-money.ts'
import { traces } from './traces.ts'

let service: Service
let cast: Cast
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  cast = await assembleCast(service)
})
after(() => service.stop())

const environments = ['live', 'sandbox'] as const
type Environment = (typeof environments)[number]
const opposite = { live: 'sandbox', sandbox: 'live' } as const

const keyOf = (environment: Environment): Sent =>
  environment === 'live' ? cast.credentials.live_key : cast.credentials.sandbox_key
const ownerIn = (environment: Environment): Sent => personIn(cast.ownerCookie, environment)
const adminIn = (environment: Environment): Sent =>
  personIn(cast.credentials.super_admin.cookie ?? '', environment)

function personIn(cookie: string, environment: Environment): Sent {
  return { cookie, headers: { 'x-environment': environment } }
}

const under = (rest: string) => `/v1/merchants/${cast.merchantId}/${rest}`
const idsOf = ({ body }: Reply) => (body.data.items as { id: string }[]).map(({ id }) => id)

async function assertHidden(path: string, sent: Sent): Promise<void> {
  const before = await traces(service)
  assert.equal(inShort(await service.call(path, sent)), '404 not_found', path)
  assert.deepEqual(await traces(service), before, path)
}

test('a collection of one environment is not there in the other, for keys and for people', async () => {
  for (const environment of environments) {
    const { id } = await waitingCode({ service, cast }, keyOf(environment))
    const others = [keyOf(opposite[environment]), ownerIn(opposite[environment])]
    for (const sent of others) {
      await assertHidden(`/v1/collections/${id}`, sent)
      await assertHidden(`/v1/collections/${id}/refresh-status`, { ...sent, method: 'POST' })
      await assertHidden(`/v1/merchant/collections/${id}/timeline`, sent)
    }
    await assertHidden(under(`collections/${id}`), ownerIn(opposite[environment]))
    for (const sent of [keyOf(environment), ownerIn(environment)]) {
      assert.equal(inShort(await service.call(`/v1/collections/${id}`, sent)), '200')
      assert.equal(inShort(await service.call(`/v1/merchant/collections/${id}/timeline`, sent)), '200')
    }
    assert.equal(inShort(await service.call(under(`collections/${id}`), ownerIn(environment))), '200')
  }
})

test('a hosted collection is live whoever made it, and whoever shares their environment may read and refresh it', async () => {
  for (const environment of environments) {
    const id = await hostedCollection({ service, cast }, keyOf(environment))
    const path = `/v1/collections/${id}`
    for (const sent of [keyOf('live'), ownerIn('live'), keyOf(environment), ownerIn(environment)]) {
      assert.equal(inShort(await service.call(path, sent)), '200')
      assert.equal(inShort(await service.call(`${path}/refresh-status`, { ...sent, method: 'POST' })), '200')
    }
    if (environment === 'live') await assertHidden(path, ownerIn('sandbox'))
    const listed = await Promise.all(
      environments.map(async (one) => idsOf(await service.call(under('collections'), ownerIn(one)))),
    )
    assert.deepEqual(
      listed.map((ids) => ids.includes(id)),
      [true, false],
    )
  }
})

test('a hosted collection of a live key is not there for the sandbox key', async () => {
  const id = await hostedCollection({ service, cast }, keyOf('live'))
  await assertHidden(`/v1/collections/${id}`, keyOf('sandbox'))
  await assertHidden(`/v1/collections/${id}/refresh-status`, { ...keyOf('sandbox'), method: 'POST' })
})

test('the lists and the balance of one environment know nothing of the other', async () => {
  const { sandbox_key: sandbox } = cast.credentials
  const before = await balances()
  const id = await paidCollection({ service, cast }, sandbox)
  const after = await balances()
  assert.equal(after.live, before.live)
  assert.equal(after.sandbox - before.sandbox, 1000)
  for (const environment of environments) {
    const { body } = await service.call(under('transactions'), keyOf(environment))
    const about = (body.data.items as { collection_id: string }[]).map((one) => one.collection_id)
    assert.equal(about.includes(id), environment === 'sandbox')
    const byPerson = await service.call(under('transactions'), ownerIn(environment))
    assert.deepEqual(byPerson.body.data, body.data)
    const listed = idsOf(await service.call(under('collections'), ownerIn(environment)))
    assert.equal(listed.includes(id), environment === 'sandbox')
  }
})

async function balances() {
  const [live, sandbox] = await Promise.all(
    environments.map(async (environment) => {
      const { body } = await service.call('/v1/merchant/balance', keyOf(environment))
      assert.equal(body.data.environment, environment)
      return Number(body.data.available)
    }),
  )
  return { live: live ?? Number.NaN, sandbox: sandbox ?? Number.NaN }
}

test('a till shows what was taken in its environment, and what is looked for is found in it', async () => {
  for (const environment of environments) {
    const reference = `counter-${environment}`
    const { body } = await service.call('/v1/collections/dynamic-qr', {
      ...ownerIn(environment),
      headers: { 'x-environment': environment, 'idempotency-key': service.world.newId() },
      body: { merchant_id: cast.merchantId, amount: '500', merchant_reference: reference },
    })
    const id = String(body.data.id)
    const [here, elsewhere] = [ownerIn(environment), ownerIn(opposite[environment])]
    const taken = async (sent: Sent) =>
      ((await service.call('/v1/merchant/till', sent)).body.data.payments as { id: string }[]).map(
        (one) => one.id,
      )
    assert.deepEqual([(await taken(here)).includes(id), (await taken(elsewhere)).includes(id)], [true, false])
    const found = async (sent: Sent) =>
      (await service.call(`/v1/merchant/search?q=${reference}`, sent)).body.data.found as { id: string }[]
    assert.deepEqual([(await found(here))[0]?.id, await found(elsewhere)], [id, []])
  }
})

test('a Super Admin sees and decides one environment at a time', async () => {
  for (const environment of environments) {
    const other = adminIn(opposite[environment])
    const held = await heldCollection({ service, cast }, keyOf(environment))
    const discrepancy = await openDiscrepancy({ service, cast }, keyOf(environment))
    const letter = await deadLetter({ service, cast }, environment)
    for (const [path, id] of [
      ['/v1/admin/collections', held],
      ['/v1/admin/discrepancies', discrepancy],
      ['/v1/admin/dead-letters', letter],
    ] as const) {
      assert.ok(idsOf(await service.call(path, adminIn(environment))).includes(id))
      assert.ok(!idsOf(await service.call(path, other)).includes(id))
      await assertHidden(`${path}/${id}`, other)
      assert.equal(inShort(await service.call(`${path}/${id}`, adminIn(environment))), '200')
    }
    for (const decision of ['clear', 'decline']) {
      await assertHidden(`/v1/admin/collections/${held}/${decision}`, { ...other, body: {} })
    }
    for (const rest of ['', '/timeline']) {
      const path = `/v1/admin/collections/${held}${rest}`
      await assertHidden(path, other)
      assert.equal(inShort(await service.call(path, adminIn(environment))), '200')
    }
    const dismiss = { action: 'dismiss', note: 'of no use' }
    await assertHidden(`/v1/admin/dead-letters/${letter}/settle`, { ...other, body: dismiss })
    const settle = `/v1/admin/discrepancies/${discrepancy}/settle`
    await assertHidden(settle, { ...other, body: { action: 'keep_ours' } })
    const settled = await service.call(settle, { ...adminIn(environment), body: { action: 'keep_ours' } })
    assert.equal(inShort(settled), '200')
  }
})

test('a withdrawal of one environment is not there in the other, for keys, people and Super Admins', async () => {
  for (const environment of environments) {
    const elsewhere = opposite[environment]
    const { id } = await questionedWithdrawal({ service, cast }, environment)
    const own = `/v1/merchant/withdrawals/${id}`
    const paths = [`/v1/disbursements/${id}`, own, `${own}/timeline`]
    for (const path of paths) {
      await assertHidden(path, ownerIn(elsewhere))
      assert.equal(inShort(await service.call(path, ownerIn(environment))), '200')
    }
    await assertHidden(`/v1/disbursements/${id}`, keyOf(elsewhere))
    assert.equal(inShort(await service.call(`/v1/disbursements/${id}`, keyOf(environment))), '200')
    const answer = { body: { message: 'It is the rent.' } }
    await assertHidden(`/v1/merchant/withdrawals/${id}/info`, { ...ownerIn(elsewhere), ...answer })

    const lists: [string, (one: Environment) => Sent][] = [
      ['/v1/merchant/withdrawals', ownerIn],
      [`/v1/disbursements?merchant_id=${cast.merchantId}`, keyOf],
      ['/v1/admin/withdrawals', adminIn],
    ]
    for (const [path, as] of lists) {
      assert.ok(idsOf(await service.call(path, as(environment))).includes(id), path)
      assert.ok(!idsOf(await service.call(path, as(elsewhere))).includes(id), path)
    }
  }
})

test('a Super Admin decides about withdrawals of one environment at a time', async () => {
  for (const environment of environments) {
    const other = adminIn(opposite[environment])
    const pending = await pendingWithdrawal({ service, cast }, environment)
    const blocked = await blockedWithdrawal({ service, cast }, environment)
    const decisions: [string, string, Record<string, unknown>][] = [
      [pending, 'request-info', { note: 'What for?' }],
      [pending, 'approve', {}],
      [pending, 'reject', { note: 'No.' }],
      [blocked, 'retry', {}],
      [blocked, 'resolve', { outcome: 'SUCCESS', note: 'Paid.' }],
    ]
    for (const [id, decision, body] of decisions) {
      await assertHidden(`/v1/admin/withdrawals/${id}/${decision}`, { ...other, body })
    }
    for (const rest of ['', '/timeline']) {
      await assertHidden(`/v1/admin/withdrawals/${pending}${rest}`, other)
    }
    const approved = await service.call(`/v1/admin/withdrawals/${pending}/approve`, {
      ...adminIn(environment),
      body: {},
    })
    assert.equal(inShort(approved), '200')
  }
})

test('money of one environment pays for nothing in the other', async () => {
  for (const environment of environments) {
    const before = await balances()
    const id = await pendingWithdrawal({ service, cast }, environment)
    const sent = { ...adminIn(environment), body: {} }
    assert.equal(inShort(await service.call(`/v1/admin/withdrawals/${id}/approve`, sent)), '200')
    const after = await balances()
    assert.equal(after[opposite[environment]], before[opposite[environment]])
    assert.ok(after[environment] < before[environment])
  }
})

test('a notification of one environment is neither shown nor marked in the other', async () => {
  for (const environment of environments) {
    const { notificationId } = await questionedWithdrawal({ service, cast }, environment)
    const elsewhere = ownerIn(opposite[environment])
    const path = '/v1/merchant/notifications'
    const mark = { method: 'PATCH', body: { read: true } }
    assert.ok(!idsOf(await service.call(path, elsewhere)).includes(notificationId))
    await assertHidden(`${path}/${notificationId}`, { ...elsewhere, ...mark })
    assert.equal(inShort(await service.call(`${path}/read-all`, { ...elsewhere, method: 'POST' })), '200')
    const unread = await service.call(`${path}?unread=true`, ownerIn(environment))
    assert.ok(idsOf(unread).includes(notificationId))
    const marked = await service.call(`${path}/${notificationId}`, { ...ownerIn(environment), ...mark })
    assert.equal(inShort(marked), '200')
  }
})

test('a session that names no environment, or live, is shut out of the sandbox', async () => {
  const shut = Object.values<Operation>(operations).filter(({ path }) => path.startsWith('/v1/sandbox/'))
  assert.equal(shut.length, 13)
  for (const { id, method, path: pattern } of shut) {
    const parts = await samplesOfMoney[id]?.({ service, cast }, 'owner')
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => parts?.params?.[name] ?? assert.fail(id))
    const before = await traces(service)
    for (const headers of [{}, { 'x-environment': 'live' }] as Record<string, string>[]) {
      const sent = { method, cookie: cast.ownerCookie, headers, ...(parts?.body ? { body: parts.body } : {}) }
      assert.equal(inShort(await service.call(path, sent)), '403 forbidden', id)
    }
    assert.deepEqual(await traces(service), before, id)
  }
})

test('an environment that does not exist is refused by its name', async () => {
  for (const environment of ['test', 'LIVE', '']) {
    const answer = await service.call('/v1/merchant/balance', {
      cookie: cast.ownerCookie,
      headers: { 'x-environment': environment },
    })
    assert.equal(inShort(answer), '422 validation_error')
    assert.deepEqual(answer.body.error.details, [
      { field: 'X-Environment', problem: 'must be live or sandbox' },
    ])
  }
})
