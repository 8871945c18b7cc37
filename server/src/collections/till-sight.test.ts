import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../http/http.ts'
import { mayLookAt } from './till-sight.ts'

const me = '01a1dd0e-0000-7000-8000-000000000001'
const by = { kind: 'person', user: { id: me } } as Actor['by']
const noon = new Date('2026-11-16T09:00:00Z')
const taken = (created_by: string | null, at: string) => ({ created_by, created_at: new Date(at) })

test('a cashier looks at their own of the day that it is in Dar es Salaam', () => {
  const sees = (collection: ReturnType<typeof taken>) => mayLookAt({ role: 'cashier', by }, collection, noon)
  assert.equal(sees(taken(me, '2026-11-15T21:00:00Z')), true, 'midnight there')
  assert.equal(sees(taken(me, '2026-11-15T20:59:59Z')), false, 'the day before')
  assert.equal(sees(taken('01a1dd0e-0000-7000-8000-000000000002', '2026-11-16T08:00:00Z')), false)
  assert.equal(sees(taken(null, '2026-11-16T08:00:00Z')), false, 'made with a key')
})

test('everybody else looks at all of their merchant', () => {
  const old = taken(null, '2020-01-01T00:00:00Z')
  for (const role of ['owner', 'admin', 'finance', 'developer', 'viewer', null] as const)
    assert.equal(mayLookAt({ role, by }, old, noon), true)
})
