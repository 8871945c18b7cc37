import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newPerson, password, type Service, startService } from '../service.ts'
import { inShort } from './parts/newcomers.ts'
import { mailedToken, mailsTo } from './parts/post-box.ts'

const another = 'another long password'
let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const post = (path: string, body: unknown, cookie = '') => service.call(`/v1/auth/${path}`, { cookie, body })
const isSignedIn = async (cookie: string) => (await service.call('/v1/me', { cookie })).status === 200
const signInStatus = async (email: string, given: string) =>
  inShort(await post('sign-in/email', { email, password: given }))

let people = 0
async function person(): Promise<string> {
  people += 1
  const email = `person${people}@people.test`
  await newPerson(service, email)
  return email
}

test('a changed password ends all other sessions and is the only one that works', async () => {
  const email = await person()
  const [here, there] = [await service.signIn(email, password), await service.signIn(email, password)]
  const changed = await post('change-password', { current_password: password, new_password: another }, here)
  assert.deepEqual(changed.body.data, { done: true })
  assert.equal(await isSignedIn(there), false)
  const now = changed.headers.getSetCookie().join('; ') || here
  assert.equal(await isSignedIn(now), true)
  assert.equal(await signInStatus(email, password), '401 unauthenticated')
  assert.equal(await signInStatus(email, another), '200')
})

test('a password is changed only by whoever knows it, and only to a good one', async () => {
  const email = await person()
  const cookie = await service.signIn(email, password)
  const change = async (current: string, wanted: string) =>
    post('change-password', { current_password: current, new_password: wanted }, cookie)
  assert.equal(inShort(await change('wrong password', another)), '422 validation_error')
  const short = await change(password, '1234567')
  assert.deepEqual(short.body.error.details, [
    { field: 'new_password', problem: 'must be 8 to 128 characters' },
  ])
  assert.equal(inShort(await change(password, 'a'.repeat(129))), '422 validation_error')
  assert.equal(await signInStatus(email, password), '200')
})

test('a forgotten password is reset with a mailed link, once, and every session ends', async () => {
  const email = await person()
  const cookie = await service.signIn(email, password)
  assert.deepEqual((await post('request-password-reset', { email })).body.data, { done: true })
  const [mail] = await mailsTo(service, email)
  assert.ok(mail?.text.includes(`${service.world.baseUrl}/reset-password?token=`))
  const token = await mailedToken(service, email)
  assert.ok(!mail?.sealed.includes(token))
  assert.equal(inShort(await post('reset-password', { token, new_password: another })), '200')
  assert.equal(await isSignedIn(cookie), false)
  assert.equal(await signInStatus(email, password), '401 unauthenticated')
  assert.equal(await signInStatus(email, another), '200')
  const again = await post('reset-password', { token, new_password: password })
  assert.deepEqual(again.body.error.details, [
    { field: 'token', problem: 'is not valid any more; ask for a new reset link' },
  ])
  assert.equal(await signInStatus(email, another), '200')
})

test('a reset link ends after an hour', async () => {
  const email = await person()
  await post('request-password-reset', { email })
  const token = await mailedToken(service, email)
  await service.world.sql`update verifications set expires_at = expires_at - interval '1 hour'`
  assert.equal(
    inShort(await post('reset-password', { token, new_password: another })),
    '422 validation_error',
  )
  assert.equal(await signInStatus(email, password), '200')
})

test('whether an address is known is told neither by the reset nor by the sign-in', async () => {
  const email = await person()
  const known = await post('request-password-reset', { email })
  const unknown = await post('request-password-reset', { email: 'stranger@people.test' })
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
  assert.deepEqual(await mailsTo(service, 'stranger@people.test'), [])
  const wrong = await post('sign-in/email', { email, password: 'wrong password' })
  const stranger = await post('sign-in/email', { email: 'stranger@people.test', password: 'wrong password' })
  assert.deepEqual([stranger.status, stranger.body], [wrong.status, wrong.body])
})

test('a made-up token resets nothing', async () => {
  for (const token of ['x', 'A'.repeat(24), "' or true --"]) {
    assert.equal(
      inShort(await post('reset-password', { token, new_password: another })),
      '422 validation_error',
    )
  }
})

test('one address gets at most five reset mails an hour, and the answer does not tell', async () => {
  const limited = await startService({ environment: { RATE_LIMIT: 'on' } })
  try {
    await newPerson(limited, 'victim@shop.test')
    for (let round = 0; round < 8; round += 1) {
      const answer = await limited.call('/v1/auth/request-password-reset', {
        body: { email: 'Victim@shop.test' },
      })
      assert.equal(inShort(answer), '200')
    }
    assert.equal((await mailsTo(limited, 'victim@shop.test')).length, 5)
  } finally {
    await limited.stop()
  }
})
