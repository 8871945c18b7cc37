import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses, withdrawalStatuses } from '@malipo/contract'
import { isPaid } from './is-paid.ts'

test('of every status there is, one means paid', () => {
  const words = [...collectionStatuses, ...withdrawalStatuses, 'SUCCESSFUL', 'success', '000', 'PAID', '']
  assert.deepEqual(
    words.filter((status) => isPaid({ status })),
    ['successful'],
  )
  assert.equal(isPaid(undefined), false)
  assert.equal(isPaid(null), false)
})
