import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeAdmin, makeMember, makeMerchant } from '../../src/operator/operator.ts'
import { StartRefused } from '../../src/primitives/start-refused.ts'
import {
  cookieOf,
  newAdmin,
  newMerchant,
  password,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'
import { inShort, signUp } from './parts/newcomers.ts'
import { mailedToken } from './parts/post-box.ts'
import { totpCode } from './parts/totp.ts'

let service: Service
let admin: string
before(async () => {
  // Never reached: mail is only queued here. It makes the service keep the links to itself.
  service = await startService({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  await newAdmin(service, 'root@malipo.test')
  admin = await sessionOf(service, 'root@malipo.test')
})
after(() => service.stop())

/** A shop of somebody who means ill. */
async function ownShop() {
  const { merchantId, ownerEmail } = await newMerchant(service)
  return { merchantId, cookie: await sessionOf(service, ownerEmail) }
}

async function invite(shop: { merchantId: string; cookie: string }, email: string) {
  const body = { email, role: 'viewer' }
  const answer = await service.call(`/v1/merchants/${shop.merchantId}/members`, { cookie: shop.cookie, body })
  assert.equal(answer.status, 201)
  return answer.body.data.accept_url as string | null
}

const accept = (cookie: string, token: string) =>
  service.call('/v1/invitations/accept', { cookie, body: { token } })

async function me(cookie: string) {
  const { data } = (await service.call('/v1/me', { cookie })).body
  const { user, merchants } = data as { user: { email_verified: boolean }; merchants: { name: string }[] }
  return { isProven: user.email_verified, merchants: merchants.map(({ name }) => name) }
}

/** What a Super Admin's "open a merchant for them" does with an address. */
async function openFor(email: string): Promise<unknown> {
  const body = { name: `Duka la ${email}`, owner_email: email }
  const answer = await service.call('/v1/admin/merchants', { cookie: admin, body })
  assert.equal(answer.status, 201)
  return answer.body.data.owner_status
}

test('a link that the inviter could read joins the merchant and proves nothing', async () => {
  const shop = await ownShop()
  const impostor = await signUp(service, 'chairman@bank.test')
  service.world.mailIsConfigured = false
  const link = await invite(shop, 'chairman@bank.test')
  // Set up afterwards, mail sends what was queued, and by then somebody else has read it.
  service.world.mailIsConfigured = true
  assert.equal(inShort(await accept(impostor, link?.split('/').at(-1) ?? '')), '200')
  const joined = await me(impostor)
  assert.deepEqual([joined.isProven, joined.merchants.length], [false, 1])
  assert.equal(await openFor('chairman@bank.test'), 'invited')
  assert.deepEqual(await me(impostor), joined)
})

test('a link that only the mailbox got proves the address, and what is opened for it is theirs at once', async () => {
  const cookie = await signUp(service, 'neema@shop.test')
  assert.equal(await invite(await ownShop(), 'neema@shop.test'), null)
  assert.equal((await me(cookie)).isProven, false)
  assert.equal(inShort(await accept(cookie, await mailedToken(service, 'neema@shop.test'))), '200')
  assert.equal((await me(cookie)).isProven, true)
  assert.equal(await openFor('Neema@shop.test'), 'active')
  assert.equal((await me(cookie)).merchants.length, 2)
})

test('a password reset by mail proves the address; whoever had signed up with it is out, and a second factor stays', async () => {
  const squatter = await signUp(service, 'asha@shop.test')
  const post = (path: string, body: unknown, cookie?: string) =>
    service.call(`/v1/auth/${path}`, { body, ...(cookie && { cookie }) })
  const enabled = await post('two-factor/enable', { password }, squatter)
  const code = totpCode(String(enabled.body.data.totp_uri))
  const confirmed = await post('two-factor/verify-totp', { code }, squatter)
  const holder = cookieOf(confirmed) || squatter
  assert.equal(inShort(await service.call('/v1/me', { cookie: holder })), '200')
  await post('request-password-reset', { email: 'asha@shop.test' })
  const token = await mailedToken(service, 'asha@shop.test')
  assert.equal(inShort(await post('reset-password', { token, new_password: 'a better one' })), '200')
  assert.equal(inShort(await service.call('/v1/me', { cookie: holder })), '401 unauthenticated')
  const signedIn = await post('sign-in/email', { email: 'asha@shop.test', password: 'a better one' })
  assert.equal(signedIn.body.data.two_factor_required, true, 'a mailbox alone opens no account that has one')
  assert.equal(await openFor('asha@shop.test'), 'active')
})

test('an operator who makes an account vouches for it, and proves nothing', async () => {
  const { world } = service
  const wish = { name: 'Duka', email: 'made@shop.test', password, isVerified: false }
  await world.sql.begin((tx) => makeMerchant(tx, world, wish))
  await world.sql.begin((tx) =>
    makeMerchant(tx, world, { ...wish, name: 'Duka la pili', password: undefined }),
  )
  const cookie = await service.signIn('made@shop.test', password)
  const { isProven, merchants } = await me(cookie)
  assert.deepEqual([isProven, merchants.length], [false, 2])
  assert.equal(await openFor('made@shop.test'), 'invited')
})

test('no command of an operator gives anything to whoever signed up with an address', async () => {
  const { world } = service
  const email = 'boss@malipo.test'
  const squatter = await signUp(service, email)
  const { merchantId } = await newMerchant(service)
  const commands = [
    () => world.sql.begin((tx) => makeAdmin(tx, world, { email, password })),
    () => world.sql.begin((tx) => makeMember(tx, world, { email, password, merchantId, role: 'owner' })),
    () => world.sql.begin((tx) => makeMerchant(tx, world, { name: 'x', email, password, isVerified: true })),
    () => world.sql.begin((tx) => makeAdmin(tx, world, { email, takesOver: true })),
  ]
  for (const command of commands) {
    await assert.rejects(
      command,
      (error) => error instanceof StartRefused && /never proven/.test(error.message),
    )
  }
  const seen = (await service.call('/v1/me', { cookie: squatter })).body.data
  assert.deepEqual([seen.is_super_admin, seen.merchants], [false, []])

  const taken = { email, password: 'the operator knows it', takesOver: true }
  await world.sql.begin((tx) => makeAdmin(tx, world, taken))
  assert.equal(inShort(await service.call('/v1/me', { cookie: squatter })), '401 unauthenticated')
  await assert.rejects(service.signIn(email, password))
  const boss = await service.signIn(email, taken.password)
  assert.equal((await service.call('/v1/me', { cookie: boss })).body.data.is_super_admin, true)
  const again = world.sql.begin((tx) => makeMember(tx, world, { ...taken, merchantId, role: 'viewer' }))
  await assert.rejects(again, /keeps their password/)
  const [entry] = await world.sql`select details from audit_log where action = 'account.taken_over'`
  assert.deepEqual(entry?.details, { email })
})
