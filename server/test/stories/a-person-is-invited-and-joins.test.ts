import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { inShort, signUp } from './parts/newcomers.ts'
import { mailedToken, mailsTo } from './parts/post-box.ts'

const dayMs = 24 * 3_600_000
let nowMs = Date.now()
let service: Service
let merchantId: string
let cookie: string
before(async () => {
  service = await startService({
    clock: { now: () => new Date(nowMs) },
    // Never reached: mail is only queued here. It makes the service keep the links to itself.
    environment: { SMTP_URL: 'smtp://127.0.0.1:1' },
  })
  const shop = await newMerchant(service)
  merchantId = shop.merchantId
  cookie = await sessionOf(service, shop.ownerEmail)
})
after(() => service.stop())

async function invite(email: string, role = 'viewer') {
  const answer = await service.call(`/v1/merchants/${merchantId}/members`, { cookie, body: { email, role } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

const accept = (token: string, by: string) =>
  service.call('/v1/invitations/accept', { cookie: by, body: { token } })

type Member = { id: string; email: string; role: string; status: string; name: string | null }

async function members(): Promise<Member[]> {
  const { body } = await service.call(`/v1/merchants/${merchantId}/members?page_size=100`, { cookie })
  return body.data.items as Member[]
}

const memberOf = async (email: string) => (await members()).filter((member) => member.email === email)

test('an invited stranger gets a mail, signs up, joins and acts in the role', async () => {
  const invited = await invite('Neema@Shop.test', 'developer')
  assert.deepEqual(
    [invited.email, invited.role, invited.status, invited.name, invited.accept_url],
    ['neema@shop.test', 'developer', 'invited', null, null],
  )
  assert.equal(invited.expires_at, new Date(nowMs + 7 * dayMs).toISOString())

  const [mail] = await mailsTo(service, 'neema@shop.test')
  assert.match(mail?.subject ?? '', /^Join Shop \d+ on Malipo$/)
  assert.match(mail?.text ?? '', /as developer/)
  assert.ok(mail?.text.includes(`${service.world.baseUrl}/invitations/`))
  const token = await mailedToken(service, 'neema@shop.test')
  assert.ok(!mail?.sealed.includes(token) && !mail?.sealed.includes('invitations'))

  const neema = await signUp(service, 'neema@shop.test')
  const joined = await accept(token, neema)
  assert.deepEqual(
    [inShort(joined), joined.body.data.merchant_id, joined.body.data.role],
    ['200', merchantId, 'developer'],
  )
  const me = (await service.call('/v1/me', { cookie: neema })).body.data
  assert.equal((me.user as { email_verified: boolean }).email_verified, true)
  assert.deepEqual(
    (me.merchants as { merchant_id: string; role: string }[]).map(({ role }) => role),
    ['developer'],
  )
  assert.equal((await service.call(`/v1/merchants/${merchantId}/api-keys`, { cookie: neema })).status, 200)
  const [listed, ...others] = await memberOf('neema@shop.test')
  assert.deepEqual([listed?.status, listed?.name, others], ['active', 'neema', []])
})

test('the token is kept as a hash and works once', async () => {
  await invite('baraka@shop.test')
  const token = await mailedToken(service, 'baraka@shop.test')
  const rows = await service.world.sql<{ text: string }[]>`select i::text as text from invitations i`
  for (const { text } of rows) assert.ok(!text.includes(token))
  const baraka = await signUp(service, 'baraka@shop.test')
  const both = await Promise.all([accept(token, baraka), accept(token, baraka)])
  assert.deepEqual(both.map(inShort).sort(), ['200', '404 not_found'])
  assert.equal(inShort(await accept(token, baraka)), '404 not_found')
  assert.equal((await memberOf('baraka@shop.test')).length, 1)
})

test('only the invited person can accept, and a wrong one does not use it up', async () => {
  await invite('rehema@shop.test')
  const token = await mailedToken(service, 'rehema@shop.test')
  const thief = await signUp(service, 'thief@shop.test')
  assert.equal(inShort(await accept(token, thief)), '403 forbidden')
  assert.deepEqual(await memberOf('thief@shop.test'), [])
  assert.equal(inShort(await accept(token, await signUp(service, 'rehema@shop.test'))), '200')
})

test('a token that was never made is not found', async () => {
  for (const token of ['x', 'A'.repeat(32), "' or true --", '\ufffd']) {
    assert.equal(inShort(await accept(token, cookie)), '404 not_found')
  }
})

test('an invitation ends after seven days, to the millisecond', async () => {
  await invite('late@shop.test')
  const token = await mailedToken(service, 'late@shop.test')
  const late = await signUp(service, 'late@shop.test')
  nowMs += 7 * dayMs - 1
  assert.equal((await memberOf('late@shop.test')).length, 1)
  nowMs += 1
  assert.deepEqual(await memberOf('late@shop.test'), [])
  assert.equal(inShort(await accept(token, late)), '409 invalid_state')
  await invite('late@shop.test')
  assert.equal(inShort(await accept(await mailedToken(service, 'late@shop.test'), late)), '200')
})

test('a second invitation replaces the first, with its role', async () => {
  await invite('amani@shop.test', 'finance')
  const first = await mailedToken(service, 'amani@shop.test')
  await invite('AMANI@shop.test', 'viewer')
  const second = await mailedToken(service, 'amani@shop.test')
  assert.equal((await memberOf('amani@shop.test')).length, 1)
  const amani = await signUp(service, 'amani@shop.test')
  assert.equal(inShort(await accept(first, amani)), '404 not_found')
  assert.equal((await accept(second, amani)).body.data.role, 'viewer')
})

test('invitations of one person sent at once all succeed, and the last of them works', async () => {
  await Promise.all([invite('pili@shop.test'), invite('pili@shop.test'), invite('pili@shop.test')])
  assert.equal((await memberOf('pili@shop.test')).length, 1)
  const pili = await signUp(service, 'pili@shop.test')
  assert.equal(inShort(await accept(await mailedToken(service, 'pili@shop.test'), pili)), '200')
})

test('a withdrawn invitation cannot be accepted', async () => {
  const { id } = await invite('juma@shop.test')
  const token = await mailedToken(service, 'juma@shop.test')
  const withdraw = () =>
    service.call(`/v1/merchants/${merchantId}/members/${id}`, { method: 'DELETE', cookie })
  assert.deepEqual((await withdraw()).body.data, { id, removed: true })
  assert.equal(inShort(await withdraw()), '404 not_found')
  assert.equal(inShort(await accept(token, await signUp(service, 'juma@shop.test'))), '404 not_found')
})

test('a member is not invited again', async () => {
  const answer = await service.call(`/v1/merchants/${merchantId}/members`, {
    cookie,
    body: { email: 'Neema@shop.test', role: 'owner' },
  })
  assert.equal(inShort(answer), '409 invalid_state')
})

test('without a mail server the answer itself carries the link', async () => {
  const mailless = await startService()
  try {
    const shop = await newMerchant(mailless)
    const { body } = await mailless.call(`/v1/merchants/${shop.merchantId}/members`, {
      cookie: await sessionOf(mailless, shop.ownerEmail),
      body: { email: 'neema@shop.test', role: 'viewer' },
    })
    assert.match(String(body.data.accept_url), /^http:\/\/\S+\/invitations\/[\w-]{32}$/)
  } finally {
    await mailless.stop()
  }
})
