import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powersOf, rolesInOrder } from './what-roles-may.ts'

const given = (role: (typeof rolesInOrder)[number]) =>
  powersOf(role)
    .filter(({ isGiven }) => isGiven)
    .map(({ name }) => name)
    .join(' ')

test('each role is told by what it may do', () => {
  assert.deepEqual(Object.fromEntries(rolesInOrder.map((role) => [role, given(role)])), {
    cashier: 'till',
    viewer: 'see',
    developer: 'till see ask build',
    finance: 'till see ask payOut',
    admin: 'till see ask build payOut business team',
    owner: 'till see ask build payOut business team',
  })
})
