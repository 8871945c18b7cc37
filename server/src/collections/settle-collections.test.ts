import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import type { Wanted } from '../discrepancies/discrepancies.ts'
import { type CollectionStatus, legalSteps } from './collection-lifecycle.ts'
import { planSettlement } from './settle-collections.ts'

type Plan = '–' | 'refused' | `→ ${string}`

/** The way from each state, where the provider has not said that the money went back, and where it has. – for nothing to do. */
const expected: Record<CollectionStatus, Record<Wanted, [plan: Plan, ifReversed: Plan]>> = {
  created: { paid: ['refused', 'refused'], taken_back: ['refused', 'refused'], ended: ['–', '–'] },
  processing: {
    paid: ['refused', 'refused'],
    taken_back: ['refused', 'refused'],
    ended: ['→ failed', '→ failed'],
  },
  pending_clearance: { paid: ['refused', 'refused'], taken_back: ['refused', 'refused'], ended: ['–', '–'] },
  successful: { paid: ['–', '–'], taken_back: ['→ reversed', '→ reversed'], ended: ['–', '–'] },
  failed: {
    paid: ['→ successful', '→ successful → reversed'],
    taken_back: ['–', '–'],
    ended: ['–', '–'],
  },
  reversed: { paid: ['–', '–'], taken_back: ['–', '–'], ended: ['–', '–'] },
}

const wishes: readonly Wanted[] = ['paid', 'taken_back', 'ended']

function told(path: CollectionStatus[] | null): Plan {
  if (path === null) return 'refused'
  return path.length === 0 ? '–' : `→ ${path.join(' → ')}`
}

test('what a person decides leads from each state where the table says', () => {
  const planned = collectionStatuses.map((status) => {
    const ways = wishes.map((wanted) => [
      wanted,
      [false, true].map((isReversed) => told(planSettlement(status, wanted, isReversed))),
    ])
    return [status, Object.fromEntries(ways)]
  })
  assert.deepEqual(Object.fromEntries(planned), expected)
})

test('no decision leads along a way that a collection cannot go', () => {
  const legal = legalSteps()
  const isLegal = (from: string, to: string) => legal.some((step) => step.from === from && step.to === to)
  for (const status of collectionStatuses) {
    for (const wanted of wishes) {
      for (const isReversed of [false, true]) {
        const path = planSettlement(status, wanted, isReversed) ?? []
        path.forEach((to, at) => {
          const from = path[at - 1] ?? status
          assert.ok(isLegal(from, to), `${from} → ${to}`)
        })
      }
    }
  }
})
