import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { destinations } from '../../src/withdrawals/withdrawals.ts'

// Imported by its path: the dashboard's files are typed for browsers, and the service's are not.
const decisions = join(import.meta.dirname, '../../../dashboard/src/screens/decisions')
const { accountOf, walletNames } = await import(join(decisions, 'account-of.ts'))

test('places that are no banks are called as the service calls them, and banks by their names', () => {
  const wallets = destinations.filter(({ method }) => method !== 'BANK_ACCOUNT')
  assert.deepEqual(walletNames, Object.fromEntries(wallets.map((one) => [one.destination_code, one.name])))
  const phone = { method: 'MOBILE_MONEY', bank_name: null, destination_identifier: '255712345678' }
  assert.match(accountOf({ ...phone, destination_code: 'MIXX_BY_YAS' }), /^Mixx by Yas 0712/)
  const bank = { method: 'BANK_ACCOUNT', bank_name: 'CRDB Bank', destination_code: 'CRDB' }
  assert.match(accountOf({ ...bank, destination_identifier: '015288347700' }), /^CRDB Bank 0152.8834.7700$/)
})
