import assert from 'node:assert/strict'
import { test } from 'node:test'
import { destinations } from '../../withdrawals/destinations.ts'
import { bicOfBank } from './banks.ts'

test('every bank that money can go to has a BIC of its own, but for those that nobody has found', () => {
  const banks = destinations.flatMap(({ method, destination_code: code }) =>
    method === 'BANK_ACCOUNT' ? [code] : [],
  )
  const without = banks.filter((code) => !bicOfBank.has(code))
  assert.deepEqual(without, ['FINCA', 'LETSHEGO', 'SELCOM_MFB'])
  assert.deepEqual(
    [...bicOfBank.keys()].filter((code) => !banks.includes(code)),
    [],
  )
  const bics = [...bicOfBank.values()]
  assert.equal(new Set(bics).size, bics.length)
  for (const bic of bics) assert.match(bic, /^[A-Z]{4}TZT[XZ]$/)
})
