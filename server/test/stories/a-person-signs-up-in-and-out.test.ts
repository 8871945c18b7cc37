import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  cookieOf,
  newMerchant,
  newPerson,
  password,
  type Reply,
  type Service,
  startService,
} from '../service.ts'
import { inShort, signUp } from './parts/newcomers.ts'
import { mailedToken } from './parts/post-box.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const signUpAs = ({ call }: Service, email: string, more: { invitation_token?: string } = {}) =>
  call('/v1/auth/sign-up/email', { body: { name: 'Asha', email, password, ...more } })

function sessionCookie(answer: Reply): string {
  const found = answer.headers.getSetCookie().find((cookie) => /session_token=[^;]/.test(cookie))
  return found ?? assert.fail('no session cookie was set')
}

test('a password is kept as an argon2id hash of 19 MiB and two passes', async () => {
  await signUp(service, 'hashed@people.test')
  const rows = await service.world.sql<{ password: string }[]>`
    select password from accounts join users u on u.id = user_id where u.email = 'hashed@people.test'`
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.password ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})

test('scripts cannot read the session cookie and other sites do not send it', async () => {
  const cookie = sessionCookie(await signUpAs(service, 'cookie@people.test'))
  assert.match(cookie, /^malipo\.session_token=/)
  assert.match(cookie, /; HttpOnly(;|$)/i)
  assert.match(cookie, /; SameSite=Lax(;|$)/i)
  assert.match(cookie, /; Path=\/(;|$)/i)
  assert.doesNotMatch(cookie, /; (Secure|Domain)/i)
})

test('where the service is reached by https the cookie stays on https, and works', async () => {
  const secure = await startService({ environment: { BASE_URL: 'https://pay.example.com' } })
  try {
    const answer = await signUpAs(secure, 'secure@people.test')
    const cookie = sessionCookie(answer)
    assert.match(cookie, /^__Secure-malipo\.session_token=/)
    assert.match(cookie, /; Secure(;|$)/i)
    assert.match(cookie, /; HttpOnly(;|$)/i)
    const me = await secure.call('/v1/me', { cookie: cookieOf(answer) })
    assert.equal(me.status, 200)
    assert.match(me.headers.get('strict-transport-security') ?? '', /max-age=\d+/)
  } finally {
    await secure.stop()
  }
})

test('the token of the session is in the cookie alone', async () => {
  const answer = await signUpAs(service, 'token@people.test')
  const token = decodeURIComponent(/session_token=([^;.]+)/.exec(sessionCookie(answer))?.[1] ?? '')
  assert.ok(token.length >= 24)
  const session = await service.call('/v1/auth/get-session', { cookie: cookieOf(answer) })
  assert.notEqual(session.body.data.session, null)
  for (const { body } of [answer, session]) assert.ok(!JSON.stringify(body).includes(token))
  assert.ok(!service.logLines.join('').includes(token))
})

test('an address is taken once, however it is written', async () => {
  await signUp(service, 'Once@People.test')
  const again = await signUpAs(service, 'once@people.TEST')
  assert.deepEqual(again.body.error.details, [
    { field: 'email', problem: 'is already in use; sign in instead' },
  ])
  assert.notEqual(await service.signIn('ONCE@people.test', password), '')
})

test('of many who sign up with one address at once, one is let in and nothing breaks', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUpAs(service, 'race@people.test')))
  const told = answers.map(inShort).sort()
  assert.deepEqual(told, ['200', ...Array.from({ length: 4 }, () => '422 validation_error')])
})

test('signing out ends this session and leaves the others', async () => {
  await newPerson(service, 'out@people.test')
  const [here, there] = [
    await service.signIn('out@people.test', password),
    await service.signIn('out@people.test', password),
  ]
  await service.call('/v1/auth/sign-out', { method: 'POST', cookie: here })
  const ended = await service.call('/v1/auth/get-session', { cookie: here })
  assert.deepEqual(ended.body.data, { session: null, user: null })
  assert.equal(inShort(await service.call('/v1/me', { cookie: here })), '401 unauthenticated')
  assert.equal(inShort(await service.call('/v1/me', { cookie: there })), '200')
})

test('an expired session is over', async () => {
  await newPerson(service, 'old@people.test')
  const cookie = await service.signIn('old@people.test', password)
  await service.world.sql`
    update sessions set expires_at = created_at where user_id = (select id from users where email = 'old@people.test')`
  assert.equal(inShort(await service.call('/v1/me', { cookie })), '401 unauthenticated')
})

test('where signing up is closed only the link of an invitation lets somebody in', async () => {
  const closed = await startService({ environment: { SIGN_UP: 'closed' } })
  try {
    assert.equal(inShort(await signUpAs(closed, 'stranger@people.test')), '403 forbidden')
    const shop = await newMerchant(closed)
    const cookie = await closed.signIn(shop.ownerEmail, password)
    const body = { email: 'Invited@people.test', role: 'viewer' }
    await closed.call(`/v1/merchants/${shop.merchantId}/members`, { cookie, body })
    const token = await mailedToken(closed, 'invited@people.test')
    const knowsTheAddress = await signUpAs(closed, 'invited@People.test')
    assert.equal(inShort(knowsTheAddress), '403 forbidden')
    for (const [email, link] of [
      ['invited@people.test', `${token}x`],
      ['other@people.test', token],
    ] as const) {
      assert.equal(inShort(await signUpAs(closed, email, { invitation_token: link })), '403 forbidden')
    }
    const invited = await signUpAs(closed, 'invited@People.test', { invitation_token: token })
    assert.equal(inShort(invited), '200')
    const joined = await closed.call('/v1/invitations/accept', { cookie: cookieOf(invited), body: { token } })
    assert.equal(inShort(joined), '200')
    const again = await signUpAs(closed, 'other@people.test', { invitation_token: token })
    assert.equal(inShort(again), '403 forbidden', 'a link that was used lets nobody in')
  } finally {
    await closed.stop()
  }
})
