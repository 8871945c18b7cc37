import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieOf, password, type Service, startService } from '../service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

test('a stranger signs up, opens a merchant, makes a key and calls with it', async () => {
  const { call } = service
  const signedUp = await call('/v1/auth/sign-up/email', {
    body: { name: 'Asha', email: 'Asha@Shop.test', password },
  })
  assert.equal(signedUp.status, 200, JSON.stringify(signedUp.body))
  const cookie = cookieOf(signedUp)

  const opened = await call('/v1/merchants', { cookie, body: { name: 'Duka la Asha', phone: '0712345678' } })
  assert.equal(opened.status, 201)
  assert.equal(opened.body.data.verification_status, 'unverified')
  assert.equal(opened.body.data.is_active, true)
  assert.equal(opened.body.data.phone, '255712345678')
  const merchantId = String(opened.body.data.merchant_id)

  const me = await call('/v1/me', { cookie })
  assert.deepEqual(me.body.data.merchants, [{ merchant_id: merchantId, name: 'Duka la Asha', role: 'owner' }])
  assert.equal(me.body.data.is_super_admin, false)

  const made = await call(`/v1/merchants/${merchantId}/api-keys`, {
    cookie,
    body: { environment: 'sandbox' },
  })
  assert.equal(made.status, 201)
  const key = String(made.body.data.api_key)
  assert.match(key, /^mlp_sandbox_[0-9A-Za-z]{36}$/)

  for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }] as Record<
    string,
    string
  >[]) {
    const read = await call(`/v1/merchants/${merchantId}`, { headers })
    assert.equal(read.status, 200)
    assert.equal(read.body.data.name, 'Duka la Asha')
  }
})
