import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { newPerson, password, type Sent, type Service, sessionOf } from '../service.ts'
import { mailedToken } from '../stories/parts/post-box.ts'
import type { Cast } from './cast.ts'

export type Secret = { what: string; value: string }
export type Known = { secrets: Secret[]; refusals: { where: string; text: string }[] }

/** The same number in the ways in which people write it, and one that only payers give. */
export const phones: readonly Secret[] = [
  { what: 'a canonical phone', value: '255713887766' },
  { what: 'a phone with a zero', value: '0713887766' },
  { what: 'a phone of a payer', value: '255754332211' },
]

/** Where a secret stands as it is, and why it must. */
export const storedPlain: readonly RegExp[] = [
  // Half of a cookie: without the signature, which is made of the installation's secret, it opens nothing.
  /^sessions: the token of a session$/,
]

/** Lets every kind of secret be made, used, misused and sent to the wrong place. */
export async function spendSecrets(service: Service, cast: Cast): Promise<Known> {
  const secrets: Secret[] = []
  const refusals: Known['refusals'] = []
  const know = (what: string, value: unknown) => {
    const text = String(value ?? '')
    assert.ok(text.length >= 6, `${what} is missing`)
    secrets.push({ what, value: text })
    return text
  }
  const ask = async (path: string, sent: Sent) => {
    const answer = await service.call(path, sent)
    if (answer.status >= 400)
      refusals.push({ where: `${sent.method ?? ''} ${path}`, text: JSON.stringify(answer.body) })
    return answer.body.data ?? {}
  }
  const under = `/v1/merchants/${cast.merchantId}`
  const { ownerCookie: cookie } = cast
  know('a password', password)
  know('a live key', cast.credentials.live_key.key)
  know('a sandbox key', cast.credentials.sandbox_key.key)
  know('the secret of webhooks', cast.webhookSecret)
  const [whole = '', ...rest] = decodeURIComponent(cookie.split('=').slice(1).join('=')).split('.')
  know('the token of a session', whole)
  know('the signature of a session', rest.join('.'))

  const made = await ask(`${under}/api-keys`, {
    cookie,
    body: { environment: 'live', scopes: ['balance:read'] },
  })
  const key = know('a new key', made.api_key ?? made.key)
  const rotated = await ask(`${under}/api-keys/${made.id}/rotate`, { cookie, body: { overlap_seconds: 60 } })
  know('a key after rotation', rotated.api_key ?? rotated.key)
  const config = { method: 'PATCH', body: { rotate_secret: true } }
  know(
    'the next secret of webhooks',
    (await ask('/v1/merchant/webhook-config', { cookie, ...config })).webhook_secret,
  )
  const endpoints = '/v1/merchant/webhook-endpoints'
  const added = await ask(endpoints, { cookie, body: { url: 'http://127.0.0.1:1/secrets' } })
  know('the secret of an endpoint', added.webhook_secret)
  const renewed = await ask(`${endpoints}/${added.id}/rotate-secret`, { cookie, method: 'POST' })
  know('the next secret of an endpoint', renewed.webhook_secret)

  const guest = `guest-${randomUUID()}@secrets.test`
  await newPerson(service, guest)
  await ask(`${under}/members`, { cookie, body: { email: guest, role: 'viewer' } })
  const invitation = know('the token of an invitation', await mailedToken(service, guest))
  await ask('/v1/auth/request-password-reset', { body: { email: guest } })
  const reset = know('the token of a new password', await mailedToken(service, guest))
  const next = know('the next password', 'tembo mkubwa wa bahari')
  await ask('/v1/auth/reset-password', { body: { token: `${reset}x`, new_password: next } })
  await ask('/v1/auth/reset-password', { body: { token: reset, new_password: next } })
  const guestCookie = await sessionOf(service, guest)
  await ask('/v1/invitations/accept', { cookie: guestCookie, body: { token: invitation } })
  const factor = await ask('/v1/auth/two-factor/enable', { cookie: guestCookie, body: { password: next } })
  const { totpURI: uri, backupCodes: codes } = factor as { totpURI?: string; backupCodes?: string[] }
  const { totp_uri: ours, backup_codes: ourCodes } = factor as { totp_uri?: string; backup_codes?: string[] }
  know('the secret of a second factor', new URL(uri ?? ours ?? 'x:').searchParams.get('secret'))
  for (const code of codes ?? ourCodes ?? []) know('a backup code', code)

  const misused: [string, Sent][] = [
    ['/v1/auth/sign-in/email', { body: { email: guest, password: `${next}?` } }],
    ['/v1/auth/sign-in/email', { body: { email: guest, password: [next] } }],
    ['/v1/auth/sign-in/email', { raw: `{"email":"${guest}","password":"${next}"` }],
    ['/v1/auth/sign-up/email', { body: { name: key, email: next, password: next, phone: phones[1]?.value } }],
    [`/v1/merchant/balance?api_key=${key}&token=${reset}`, {}],
    ['/v1/merchant/balance', { headers: { 'x-api-key': key, authorization: `Basic ${key}` } }],
    [`/v1/customers/${key}`, { key }],
    [`/invitations/${invitation}`, {}],
    ['/v1/customers', { cookie, body: { name: 'Asha', phone: phones[1]?.value, secret: next, note: key } }],
    [`/v1/customers?phone=${phones[0]?.value}`, { cookie }],
    [`/v1/merchant/search?q=${phones[1]?.value}`, { cookie }],
    [
      '/v1/webhooks/provider/clickpesa',
      { headers: { authorization: `Bearer ${key}` }, body: { phone: phones[0]?.value } },
    ],
  ]
  for (const [path, sent] of misused) await ask(path, sent)
  await collectFromPhones(cast, ask)
  return { secrets, refusals }
}

async function collectFromPhones(
  cast: Cast,
  ask: (path: string, sent: Sent) => Promise<Record<string, unknown>>,
) {
  const { merchantId: merchant_id, credentials } = cast
  const once = () => ({ ...credentials.sandbox_key, headers: { 'idempotency-key': randomUUID() } })
  const order = { merchant_id, amount: '1000' }
  for (const { value: phone } of phones) {
    await ask('/v1/collections/ussd-push', { ...once(), body: { ...order, customer_phone: phone } })
    await ask('/v1/collections/ussd-push', {
      ...once(),
      body: { ...order, amount: phone, customer_phone: `${phone}x` },
    })
    await ask('/v1/disbursements/mobile-money', {
      ...once(),
      body: { ...order, destination_name: 'Asha', destination_identifier: phone, destination_code: 'MPESA' },
    })
  }
  const link = await ask('/v1/payment-links', { ...credentials.sandbox_key, body: order })
  const token = String(link.public_url).split('/').at(-1)
  const body = { method: 'USSD_PUSH', phone: phones[2]?.value }
  await ask(`/v1/public/payment-links/${token}/collect`, { body })
}

/** All that is in the database, table by table, as text. */
export async function lookAtTables({ world: { sql } }: Service): Promise<{ where: string; text: string }[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`
  return await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe(
        `select coalesce(string_agg(t::text, chr(10)), '') as text from "${name}" t`,
      )
      return { where: name, text: (rows as unknown as { text: string }[])[0]?.text ?? '' }
    }),
  )
}
