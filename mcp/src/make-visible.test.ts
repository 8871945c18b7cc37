import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeVisible } from './make-visible.ts'

test('what is not seen on a screen is written out, however deep it stands', () => {
  const hidden = [...'pay']
    .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
    .join('')
  const shown = makeVisible({
    items: [{ name: `Asha${hidden}`, note: 'a\u202eb\u200bc\u0007' }],
    total: 1,
    next: null,
  })
  assert.deepEqual(shown, {
    items: [{ name: 'Asha\\u{e0070}\\u{e0061}\\u{e0079}', note: 'a\\u{202e}b\\u{200b}c\\u{7}' }],
    total: 1,
    next: null,
  })
})

test('what people write stays as it is', () => {
  for (const text of [
    'Mama Asha',
    'Dúka la Ñandú',
    '1,000/= TZS',
    'two\nlines\tand a tab',
    '日本 – “quoted”',
    '',
  ]) {
    assert.equal(makeVisible(text), text)
  }
})
