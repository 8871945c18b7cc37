import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import {
  collectionBirths,
  collectionLifecycle,
  legalSteps,
  mayMove,
  sources,
} from './collection-lifecycle.ts'

/** Every step that exists, and who may make it. Whatever is not here may nobody do. */
const steps: Record<string, string[]> = {
  'created→processing': ['customer'],
  'processing→successful': ['reply', 'callback', 'look_up'],
  'created→failed': ['customer', 'expiry'],
  'processing→processing': ['reply', 'callback', 'look_up', 'customer', 'expiry'],
  'processing→failed': ['reply', 'callback', 'look_up', 'customer', 'expiry', 'super_admin'],
  'processing→pending_clearance': ['reply', 'callback', 'look_up'],
  'pending_clearance→successful': ['super_admin'],
  'pending_clearance→failed': ['reply', 'callback', 'look_up', 'super_admin'],
  'successful→reversed': ['reply', 'callback', 'look_up', 'super_admin'],
  'failed→successful': ['super_admin'],
}

test('from each state to each other, exactly those may move it who are listed', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      const may = sources.filter((source) => mayMove(from, to, source))
      assert.deepEqual(may.sort(), (steps[`${from}→${to}`] ?? []).sort(), `${from}→${to}`)
    }
  }
})

test('the steps that a history may show are those, and the two ways to begin', () => {
  const told = legalSteps().map(({ from, to }) => (from === null ? `begins ${to}` : `${from}→${to}`))
  assert.deepEqual(told.sort(), ['begins created', 'begins processing', ...Object.keys(steps)].sort())
  assert.deepEqual(collectionBirths, { created: ['caller'], processing: ['caller', 'payer'] })
})

test('each state announces the event that is named after it, and the first two none', () => {
  const announced = collectionStatuses.map((status) => [status, collectionLifecycle[status].announces])
  assert.deepEqual(Object.fromEntries(announced), {
    created: null,
    processing: null,
    pending_clearance: 'collection.pending_clearance',
    successful: 'collection.success',
    failed: 'collection.failed',
    reversed: 'collection.reversed',
  })
})
