import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import {
  newMember,
  newMerchant,
  newPerson,
  password,
  type Reply,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'
import { inShort } from './parts/newcomers.ts'
import { totpCode } from './parts/totp.ts'

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  shop = await newMerchant(service)
})
after(() => service.stop())

let people = 0
async function hire(role: 'viewer' | 'finance') {
  people += 1
  const email = `${role}${people}@sessions.test`
  const { user_id: userId } = await newMember(service, { merchantId: shop.merchantId, email, role })
  return { email, userId, cookie: await sessionOf(service, email) }
}

type Listed = { id: string; is_current: boolean; device: string | null; address: string | null }
const listed = ({ body }: Reply) => body.data.items as Listed[]
const sessionsOf = (cookie: string) => service.call('/v1/auth/sessions', { cookie })

/** A stream of events, and the moment at which it ended. */
async function follow(headers: Record<string, string>) {
  const asked = get(`${service.url}/v1/merchant/events/stream`, { headers, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  answer.resume()
  let isOver = false
  // Who hangs up first is told so, and wants nothing else.
  answer.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    answer.once('end', () => {
      isOver = true
      resolve()
    })
  })
  return { ended, isOver: () => isOver, hangUp: () => void asked.destroy() }
}

async function assertEndsSoon(ended: Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(60_000)
  await Promise.race([ended, once(late, 'abort').then(() => assert.fail('the stream goes on'))])
}

test('a person sees where they are signed in, without what the sessions are carried on with', async () => {
  const { email, cookie } = await hire('viewer')
  const elsewhere = await service.call('/v1/auth/sign-in/email', {
    body: { email, password },
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' },
  })
  assert.equal(inShort(elsewhere), '200')
  const answer = await sessionsOf(cookie)
  const [newest, current] = listed(answer)
  assert.deepEqual(
    [newest?.is_current, newest?.device, newest?.address],
    [false, 'Chrome on Android', '127.0.…'],
  )
  assert.deepEqual([current?.is_current, listed(answer).length], [true, 2])
  const rows = await service.world.sql<{ token: string }[]>`select token from sessions`
  for (const { token } of rows) assert.ok(!JSON.stringify(answer.body).includes(token))
})

test('a session that is revoked stops at once, and nobody revokes that of another', async () => {
  const [asha, juma] = [await hire('viewer'), await hire('viewer')]
  const other = await sessionOf(service, asha.email)
  const id = listed(await sessionsOf(other)).find((one) => one.is_current)?.id ?? ''
  const revoke = (cookie: string, which: string) =>
    service.call(`/v1/auth/sessions/${which}`, { method: 'DELETE', cookie })
  assert.equal(inShort(await revoke(juma.cookie, id)), '404 not_found')
  assert.equal(inShort(await service.call('/v1/me', { cookie: other })), '200')
  assert.equal(inShort(await revoke(asha.cookie, id)), '200')
  assert.equal(inShort(await service.call('/v1/me', { cookie: other })), '401 unauthenticated')
  assert.equal(inShort(await service.call('/v1/me', asha)), '200')
  for (const none of [id, 'nonsense']) assert.equal(inShort(await revoke(asha.cookie, none)), '404 not_found')
})

test('open streams end soon after a sign-out elsewhere, a removal, a lower role or a revoked key, and others go on', async () => {
  const [signedOut, removed, lowered, stays] = [
    await hire('viewer'),
    await hire('viewer'),
    await hire('finance'),
    await hire('viewer'),
  ]
  const elsewhere = await sessionOf(service, signedOut.email)
  const streams = {
    signedOut: await follow({ cookie: elsewhere }),
    here: await follow({ cookie: signedOut.cookie }),
    removed: await follow({ cookie: removed.cookie }),
    lowered: await follow({ cookie: lowered.cookie }),
    key: await follow({ authorization: `Bearer ${shop.liveKey}` }),
    stays: await follow({ cookie: stays.cookie }),
    otherKey: await follow({ authorization: `Bearer ${shop.sandboxKey}` }),
  }
  const ended = await service.call('/v1/auth/revoke-other-sessions', {
    method: 'POST',
    cookie: signedOut.cookie,
  })
  assert.deepEqual(ended.body.data, { revoked: 1 })
  const { sql, clock } = service.world
  await sql`delete from memberships where user_id = ${removed.userId}`
  await sql`update memberships set role = 'cashier' where user_id = ${lowered.userId}`
  await sql`update api_keys set revoked_at = ${clock.now()} where last_four = ${shop.liveKey.slice(-4)}`
  for (const name of ['signedOut', 'removed', 'lowered', 'key'] as const)
    await assertEndsSoon(streams[name].ended)
  for (const name of ['here', 'stays', 'otherKey'] as const) {
    assert.equal(streams[name].isOver(), false, name)
    streams[name].hangUp()
  }
})

test('new backup codes take the place of those of before', async () => {
  const email = 'codes@sessions.test'
  await newPerson(service, email)
  const cookie = await sessionOf(service, email)
  const post = (path: string, body: object, as: string) =>
    service.call(`/v1/auth/two-factor/${path}`, { cookie: as, body })
  assert.equal(inShort(await post('generate-backup-codes', { password }, cookie)), '409 invalid_state')
  const enabled = await post('enable', { password }, cookie)
  const [old = ''] = enabled.body.data.backup_codes as string[]
  await post('verify-totp', { code: totpCode(String(enabled.body.data.totp_uri)) }, cookie)
  const signedIn = await sessionOf(service, email)
  const wrong = await post('generate-backup-codes', { password: 'not my password' }, signedIn)
  assert.equal(inShort(wrong), '422 validation_error')
  const made = await post('generate-backup-codes', { password }, signedIn)
  assert.equal(inShort(made), '200')
  const [fresh = ''] = made.body.data.backup_codes as string[]
  const half = await service.signIn(email, password)
  assert.equal(inShort(await post('verify-backup-code', { code: old }, half)), '401 unauthenticated')
  assert.equal(inShort(await post('verify-backup-code', { code: fresh }, half)), '200')
})

test('a person changes their name and language, and nothing else of themselves', async () => {
  const { cookie, email } = await hire('viewer')
  const change = (body: object) => service.call('/v1/me', { method: 'PATCH', cookie, body })
  const changed = await change({ name: ' Asha Mrema ', language: 'sw' })
  assert.equal(inShort(changed), '200')
  const me = await service.call('/v1/me', { cookie })
  assert.deepEqual(changed.body, me.body)
  const { user, language } = me.body.data as { user: { name: string; email: string }; language: string }
  assert.deepEqual([user.name, user.email, language], ['Asha Mrema', email, 'sw'])
  assert.equal((await change({ language: null })).body.data.language, null)
  for (const bad of [{ name: ' ' }, { language: 'fr' }, { email: 'x@y.test' }, { two_factor_enabled: false }])
    assert.equal(inShort(await change(bad)), '422 validation_error', JSON.stringify(bad))
})
