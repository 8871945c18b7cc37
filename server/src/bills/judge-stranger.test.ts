import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../providers/providers.ts'
import { judgeStranger, type StrangerVerdict } from './judge-stranger.ts'

const came = { amount: 100_000n, currency: 'TZS' }
const states = {
  owed: { ...came, returned_at: null },
  returned: { ...came, returned_at: new Date('2026-05-05T09:00:00Z') },
}

const succeeded = { kind: 'succeeded', providerStatus: 'OK' } as const
const words = {
  pending: [{ kind: 'pending', providerStatus: 'WAITING' }, came],
  unknown: [{ kind: 'unknown', because: 'a timeout' }, came],
  succeeded: [succeeded, came],
  'succeeded with more': [succeeded, { amount: 100_001n, currency: 'TZS' }],
  'succeeded in other money': [succeeded, { amount: 100_000n, currency: 'KES' }],
  failed: [{ kind: 'failed', providerStatus: 'NO', reason: 'refused', providerMessage: 'No' }, came],
  reversed: [{ kind: 'reversed', providerStatus: 'BACK' }, came],
} satisfies Record<string, [Outcome, typeof came]>

type WordName = keyof typeof words
const names = Object.keys(words) as WordName[]

function told(verdict: StrangerVerdict): string {
  if (verdict.kind === 'discrepancy') return `${verdict.ours} / ${verdict.theirs}`
  return verdict.kind === 'repeat' ? '–' : verdict.kind
}

/** What each word means for money that is owed, and for money that the provider has returned. */
const expected: Record<WordName, Record<keyof typeof states, string>> = {
  pending: { owed: '–', returned: '–' },
  unknown: { owed: '–', returned: '–' },
  succeeded: { owed: '–', returned: 'reversed TZS 1000.00 / paid TZS 1000.00' },
  'succeeded with more': {
    owed: 'successful TZS 1000.00 / successful TZS 1000.01',
    returned: 'reversed TZS 1000.00 / paid TZS 1000.01',
  },
  'succeeded in other money': {
    owed: 'successful TZS 1000.00 / successful KES 1000.00',
    returned: 'reversed TZS 1000.00 / paid KES 1000.00',
  },
  failed: { owed: 'successful TZS 1000.00 / failed', returned: '–' },
  reversed: { owed: 'returned', returned: '–' },
}

test('each word about money that is no merchant’s means what the table says', () => {
  for (const name of names) {
    for (const state of ['owed', 'returned'] as const) {
      const [word, said] = words[name]
      assert.equal(
        told(judgeStranger(states[state], word, said)),
        expected[name][state],
        `${name} while ${state}`,
      )
    }
  }
})
