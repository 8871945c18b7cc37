import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member } from '@malipo/sdk'
import { type MemberRules, rulesFor } from './member-rules.ts'
import { rolesInOrder } from './what-roles-may.ts'

type One = Pick<Member, 'id' | 'role' | 'status'>
const one = (id: string, role: One['role'], status: One['status'] = 'active'): One => ({ id, role, status })
const [asha, bakari, chiku] = [one('a', 'owner'), one('b', 'admin'), one('c', 'viewer')]
const dotto = one('d', 'owner', 'invited')
const everyone = [asha, bakari, chiku, dotto]

const inShort = ({ roles, mayRemove, because }: MemberRules) =>
  `${roles.length} ${mayRemove ? 'removable' : 'stays'}${because ? ` ${because}` : ''}`

test('the last owner stays, whoever is only invited does not count, and a second one can go', () => {
  assert.equal(inShort(rulesFor(asha, everyone, 'owner', rolesInOrder)), '0 stays lastOwner')
  assert.equal(
    inShort(rulesFor(asha, [...everyone, one('e', 'owner')], 'owner', rolesInOrder)),
    '6 removable',
  )
})

test('an admin leaves owners alone, and makes none', () => {
  assert.equal(inShort(rulesFor(asha, everyone, 'admin', rolesInOrder)), '0 stays ownerOnly')
  assert.equal(inShort(rulesFor(dotto, everyone, 'admin', rolesInOrder)), '0 stays ownerOnly')
  assert.deepEqual(rulesFor(chiku, everyone, 'admin', rolesInOrder).roles.includes('owner'), false)
  assert.equal(inShort(rulesFor(chiku, everyone, 'admin', rolesInOrder)), '5 removable')
})

test('an invitation is withdrawn, and not changed; everybody else does nothing', () => {
  assert.equal(inShort(rulesFor(dotto, everyone, 'owner', rolesInOrder)), '0 removable')
  for (const role of ['finance', 'developer', 'viewer', 'cashier'] as const)
    assert.equal(inShort(rulesFor(chiku, everyone, role, rolesInOrder)), '0 stays')
})
