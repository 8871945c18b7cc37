import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSecretsIn } from './open-secrets.ts'

test('the judge sees a secret that is not masked, however deep it lies', () => {
  assert.deepEqual(openSecretsIn({ headers: { 'X-Network-Key': '****', authorization: null } }), [])
  assert.deepEqual(openSecretsIn({ headers: { 'X-Network-Key': 'k-4711' } }), ['X-Network-Key'])
  assert.deepEqual(openSecretsIn([{ a: [{ apiSecret: 'x' }] }, { Authorization: 'Bearer y' }]), [
    'apiSecret',
    'Authorization',
  ])
  assert.deepEqual(openSecretsIn({ token: { value: 'x' } }), ['token'])
  assert.deepEqual(openSecretsIn({ recipient: { name: 'Asha Juma' }, amount: '1.00' }), [])
})
