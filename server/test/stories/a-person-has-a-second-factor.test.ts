import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieOf, newPerson, password, type Reply, type Service, startService } from '../service.ts'
import { inShort } from './parts/newcomers.ts'
import { totpCode } from './parts/totp.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const post = (path: string, cookie: string, body: unknown) =>
  service.call(`/v1/auth/${path}`, { cookie, body })
const giveCode = (cookie: string, code: string) => post('two-factor/verify-totp', cookie, { code })
const giveBackup = (cookie: string, code: string) => post('two-factor/verify-backup-code', cookie, { code })
const signIn = (email: string) => post('sign-in/email', '', { email, password })
const isSignedIn = async (cookie: string) => (await service.call('/v1/me', { cookie })).status === 200

/** Never the code of now, nor that of the steps beside it. */
function wrongCode(uri: string): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((off) => totpCode(uri, Date.now() + off))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  )
}

let people = 0
async function protectedPerson() {
  people += 1
  const email = `protected${people}@people.test`
  await newPerson(service, email)
  const first = await service.signIn(email, password)
  const enabled = await post('two-factor/enable', first, { password })
  assert.equal(enabled.status, 200, JSON.stringify(enabled.body))
  const uri = String(enabled.body.data.totp_uri)
  const confirmed = await giveCode(first, totpCode(uri))
  assert.equal(inShort(confirmed), '200')
  const cookie = cookieOf(confirmed) || first
  return { email, uri, backupCodes: enabled.body.data.backup_codes as string[], cookie, confirmed }
}

/** The cookie of somebody who gave the password and still owes the code. */
async function halfway(email: string): Promise<string> {
  const answer = await signIn(email)
  assert.deepEqual(answer.body.data, { user: null, two_factor_required: true })
  const cookie = cookieOf(answer)
  assert.equal(await isSignedIn(cookie), false)
  return cookie
}

const sessionFrom = (answer: Reply) =>
  cookieOf(answer)
    .split('; ')
    .find((one) => one.includes('session_token=') && !one.endsWith('=')) ?? ''

test('the second factor is off until a code has confirmed it', async () => {
  await newPerson(service, 'hasty@people.test')
  const cookie = await service.signIn('hasty@people.test', password)
  const wrong = await post('two-factor/enable', cookie, { password: 'not my password' })
  assert.equal(inShort(wrong), '422 validation_error')
  const enabled = await post('two-factor/enable', cookie, { password })
  assert.match(String(enabled.body.data.totp_uri), /^otpauth:\/\/totp\/Malipo[:%]/)
  assert.equal(new Set(enabled.body.data.backup_codes as string[]).size, 10)
  const refused = await giveCode(cookie, wrongCode(String(enabled.body.data.totp_uri)))
  assert.equal(inShort(refused), '401 unauthenticated')
  assert.equal((await signIn('hasty@people.test')).body.data.two_factor_required, false)
})

test('the answer to the confirming code shows the second factor as on', async () => {
  const { confirmed } = await protectedPerson()
  assert.equal((confirmed.body.data.user as { two_factor_enabled: boolean }).two_factor_enabled, true)
})

test('whoever signed in before there was a second factor signs in again, but for the person who set it up', async () => {
  const email = 'watched@people.test'
  await newPerson(service, email)
  const [thief, owner] = [await service.signIn(email, password), await service.signIn(email, password)]
  const enabled = await post('two-factor/enable', owner, { password })
  assert.equal(await isSignedIn(thief), true)
  const confirmed = await giveCode(owner, totpCode(String(enabled.body.data.totp_uri)))
  assert.equal(inShort(confirmed), '200')
  assert.equal(await isSignedIn(cookieOf(confirmed) || owner), true)
  assert.equal(await isSignedIn(thief), false)
})

test('a confirmed second factor is shown, and asked for at the next sign-in', async () => {
  const { email, uri, cookie } = await protectedPerson()
  const { user } = (await service.call('/v1/me', { cookie })).body.data
  assert.equal((user as { two_factor_enabled: boolean }).two_factor_enabled, true)
  await service.call('/v1/auth/sign-out', { method: 'POST', cookie })
  assert.equal(await isSignedIn(cookie), false)

  const half = await halfway(email)
  assert.equal(inShort(await giveCode(half, wrongCode(uri))), '401 unauthenticated')
  const done = await giveCode(half, totpCode(uri))
  assert.equal((done.body.data.user as { email: string }).email, email)
  assert.equal(await isSignedIn(sessionFrom(done)), true)
  assert.equal(inShort(await giveCode(half, totpCode(uri))), '401 unauthenticated')
})

test('a code without a password before it is refused', async () => {
  const { uri } = await protectedPerson()
  assert.equal(inShort(await giveCode('', totpCode(uri))), '401 unauthenticated')
  assert.equal(inShort(await giveCode('malipo.two_factor=abc.def', totpCode(uri))), '401 unauthenticated')
})

test("another person's code does not finish my sign-in", async () => {
  const [mine, theirs] = [await protectedPerson(), await protectedPerson()]
  const half = await halfway(mine.email)
  assert.equal(inShort(await giveCode(half, totpCode(theirs.uri))), '401 unauthenticated')
  assert.equal(inShort(await giveBackup(half, theirs.backupCodes[0] ?? '')), '401 unauthenticated')
})

test('a backup code works once', async () => {
  const { email, backupCodes } = await protectedPerson()
  const [first = '', second = ''] = backupCodes
  const done = await giveBackup(await halfway(email), first)
  assert.equal(await isSignedIn(sessionFrom(done)), true)
  const half = await halfway(email)
  assert.equal(inShort(await giveBackup(half, first)), '401 unauthenticated')
  assert.equal(inShort(await giveBackup(half, second)), '200')
})

test('the secret and the backup codes are not kept in the clear', async () => {
  const { uri, backupCodes } = await protectedPerson()
  const base32 = new URL(uri).searchParams.get('secret') ?? ''
  assert.ok(base32.length >= 32)
  const rows = await service.world.sql<{ text: string }[]>`select t::text as text from two_factors t`
  for (const { text } of rows) {
    assert.ok(!text.includes(base32))
    for (const code of backupCodes) assert.ok(!text.includes(code))
  }
})

test('guessing codes ends: after five a new sign-in is needed, after ten the account waits', async () => {
  const { email, uri } = await protectedPerson()
  for (let round = 0; round < 2; round += 1) {
    const half = await halfway(email)
    for (let guess = 0; guess < 5; guess += 1) {
      assert.equal(inShort(await giveCode(half, wrongCode(uri))), '401 unauthenticated')
    }
    const status = inShort(await giveCode(half, totpCode(uri)))
    assert.ok(status === '401 unauthenticated' || status === '429 rate_limited', status)
  }
  const locked = await giveCode(await halfway(email), totpCode(uri))
  assert.equal(inShort(locked), '429 rate_limited')
  assert.match(locked.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
})

test('switching it off takes the password, and then the password is enough', async () => {
  const { email, cookie } = await protectedPerson()
  assert.equal(
    inShort(await post('two-factor/disable', cookie, { password: 'wrong' })),
    '422 validation_error',
  )
  assert.equal((await signIn(email)).body.data.two_factor_required, true)
  assert.equal(inShort(await post('two-factor/disable', cookie, { password })), '200')
  assert.equal((await signIn(email)).body.data.two_factor_required, false)
})

test('a code that somebody has signed in with is no code any more, however many give it at once', async () => {
  const { email, uri } = await protectedPerson()
  const code = totpCode(uri)
  const halves = [await halfway(email), await halfway(email), await halfway(email)]
  const answers = await Promise.all(halves.map((half) => giveCode(half, code)))
  assert.deepEqual(answers.map(inShort).sort(), ['200', '401 unauthenticated', '401 unauthenticated'])
  for (const answer of answers.filter(({ status }) => status !== 200)) assert.equal(sessionFrom(answer), '')
  assert.equal(inShort(await giveCode(await halfway(email), code)), '401 unauthenticated')
  assert.equal(inShort(await giveCode(await halfway(email), totpCode(uri, Date.now() + 30_000))), '200')
})

test('of many who guess at once, each after a sign-in of their own, ten are heard', async () => {
  const { email, uri } = await protectedPerson()
  const halves = await Promise.all(Array.from({ length: 30 }, () => halfway(email)))
  const answers = (await Promise.all(halves.map((half) => giveCode(half, wrongCode(uri))))).map(inShort)
  const heard = answers.filter((answer) => answer === '401 unauthenticated')
  assert.deepEqual(
    [heard.length, new Set(answers)],
    [10, new Set(['401 unauthenticated', '429 rate_limited'])],
  )
})

test('who begins twice at once has one second factor, and the code of the last one confirms it', async () => {
  const email = 'twice@people.test'
  await newPerson(service, email)
  const cookie = await service.signIn(email, password)
  const begun = await Promise.all(
    Array.from({ length: 6 }, () => post('two-factor/enable', cookie, { password })),
  )
  assert.deepEqual(new Set(begun.map(inShort)), new Set(['200']))
  const kept = await service.world.sql`
    select from two_factors t join users u on u.id = t.user_id where u.email = ${email}`
  assert.equal(kept.count, 1)
  const last = await post('two-factor/enable', cookie, { password })
  assert.equal(inShort(await giveCode(cookie, totpCode(String(last.body.data.totp_uri)))), '200')
})

test('sessions without a code end with the step that switches the second factor on, whatever becomes of the process', async () => {
  const email = 'cut-off@people.test'
  await newPerson(service, email)
  const [thief, owner] = [await service.signIn(email, password), await service.signIn(email, password)]
  const enabled = await post('two-factor/enable', owner, { password })
  // What the service does first; everything it does after that is left out, as by a process that dies.
  const { status } = await service.parts.sessions.ask({
    ...{ method: 'POST', path: '/two-factor/verify-totp', headers: { cookie: owner } },
    body: { code: totpCode(String(enabled.body.data.totp_uri)) },
  })
  assert.equal(status, 200)
  assert.equal(await isSignedIn(thief), false)
})

test('who gives the password while a second factor is being switched on gives the code, too', async () => {
  const email = 'hurried@people.test'
  await newPerson(service, email)
  const { sessions } = service.parts
  const { ask } = sessions
  // The library has read the person and checked the password by then, and the answer is not yet given.
  sessions.ask = async (call) => {
    const reply = await ask(call)
    if (call.path !== '/sign-in/email') return reply
    sessions.ask = ask
    await service.world.sql`update users set two_factor_enabled = true where email = ${email}`
    await service.world.sql`
      insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      select ${service.world.newId()}, id, ${String(reply.json?.token)}, now() + interval '1 day', now(), now()
      from users where email = ${email}`
    return reply
  }
  const answer = await signIn(email)
  assert.equal(inShort(answer), '401 unauthenticated')
  assert.equal(sessionFrom(answer), '')
  const [left] = await service.world.sql`
    select count(*)::int as many from sessions s join users u on u.id = s.user_id where u.email = ${email}`
  assert.equal(left?.many, 0)
})
