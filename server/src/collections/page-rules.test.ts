import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CollectionRow } from './collection-row.ts'
import { judgePage, type May, mostTries, type Situation } from './page-rules.ts'
import type { PageTry } from './page-try.ts'

const born = new Date('2026-11-16T12:00:00Z')
const end = new Date('2026-11-16T13:00:00Z')
const early = new Date('2026-11-16T12:30:00Z')

const nothing: May = { begin: false, useAnotherWay: false, leave: false }

/** What may be done on a page in this state, with tries in these. */
function mayOf(
  status: CollectionRow['status'],
  states: PageTry['state'][],
  more: Partial<Situation> = {},
): May {
  const collection = { status, created_at: born, page_ends_at: end } as CollectionRow
  const tries = states.map((state) => ({ state }) as PageTry)
  return judgePage({ collection, tries, at: early, canCancel: true, ...more })
}

test('a new page may be paid or left', () => {
  assert.deepEqual(mayOf('created', []), { ...nothing, begin: true, leave: true })
})

test('while a try is open no other begins, and leaving ends nothing', () => {
  assert.deepEqual(mayOf('processing', ['failed', 'open']), { ...nothing, useAnotherWay: true })
  assert.deepEqual(mayOf('processing', ['open'], { canCancel: false }), nothing)
})

test('there are five tries and no more', () => {
  const failed = (count: number) => Array.from({ length: count }, () => 'failed' as const)
  assert.equal(mayOf('processing', failed(mostTries - 1)).begin, true)
  assert.deepEqual(mayOf('processing', failed(mostTries)), { ...nothing, leave: true })
})

test('from its end on nothing begins on a page, and it may still be left', () => {
  assert.deepEqual(mayOf('created', [], { at: end }), { ...nothing, leave: true })
  assert.deepEqual(mayOf('processing', ['open'], { at: end }), nothing)
})

test('what is paid, held, reversed or failed is over', () => {
  for (const status of ['successful', 'pending_clearance', 'reversed', 'failed'] as const)
    assert.deepEqual(mayOf(status, ['failed']), nothing)
})
