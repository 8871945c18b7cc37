import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../words/words.ts'
import { statusChoices } from './status-choices.ts'

test('nobody has to choose between two states that read the same', () => {
  for (const language of languages)
    for (const kind of ['payment', 'withdrawal', 'link', 'delivery', 'verification'] as const) {
      const labels = statusChoices(kind, language).map(({ label }) => label)
      assert.deepEqual([...new Set(labels)], labels, `${kind}, ${language}`)
    }
})
