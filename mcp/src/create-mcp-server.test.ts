import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '@malipo/contract'
import type { Caller, Scope } from '@malipo/sdk'
import { toolsFor } from './create-mcp-server.ts'

function namesFor(environment: 'live' | 'sandbox', moneyRequests: boolean, own: readonly Scope[] = scopes) {
  const caller: Caller = {
    merchant_id: 'm',
    merchant_name: 'Duka',
    environment,
    role: null,
    api_key: { id: 'k', scopes: [...own], payout_caps: null },
  }
  const known = { caller, allowed: { live: true, moneyRequests }, baseUrl: 'http://localhost' }
  return toolsFor(known).map(({ name }) => name)
}

const asking = ['create_payment_link', 'create_invoice', 'send_invoice', 'request_payout', 'request_batch']

test('a live key only reads, unless it was allowed to ask; test payments are for the sandbox', () => {
  const [sandbox, reading, all] = [
    namesFor('sandbox', false),
    namesFor('live', false),
    namesFor('live', true),
  ]
  for (const name of asking) {
    assert.deepEqual(
      [sandbox, reading, all].map((names) => names.includes(name)),
      [true, false, true],
      name,
    )
  }
  assert.deepEqual(
    [sandbox, reading, all].map((names) => names.includes('request_test_payment')),
    [true, false, false],
  )
  assert.deepEqual(
    all.filter((name) => !reading.includes(name)),
    asking,
  )
})

test('a key is shown the tools of its scopes', () => {
  const open = ['who_am_i', 'list_destinations', 'explain_error', 'search_docs']
  assert.deepEqual(namesFor('sandbox', false, []), open)
  assert.deepEqual(
    namesFor('sandbox', false, ['balance:read']).filter((name) => !open.includes(name)),
    ['get_balance'],
  )
})

test('names of tools are told once', () => {
  const names = namesFor('sandbox', false)
  assert.equal(new Set(names).size, names.length)
})
