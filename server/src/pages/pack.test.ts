import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pack } from './pack.ts'

const style = `<style>${Array.from({ length: 200 }, (_, place) => `.c${place} { color: #${place}00 }`).join('\n')}</style>`
const page = (content: string) => `<!doctype html>${style}<body>${content}`

test('whatever is packed is unpacked as it was, with a style, without one, and after another that begins alike', () => {
  for (const text of [
    ...['', 'Lipa', 'Habari ñ 😀 \ud83d', 'x'.repeat(100_000)].flatMap((content) => [content, page(content)]),
    page('</style> once more'),
    style,
    ...Array.from({ length: 20 }, (_, place) => `<title>${place}</title>${style}`),
  ]) {
    assert.equal(gunzipSync(pack(text)).toString(), Buffer.from(text).toString())
  }
})

test('what is packed in two pieces is hardly longer than in one', () => {
  const text = page('<p>Lipa TSh 25,000 kwa Duka la Asha.</p>'.repeat(20))
  assert.ok(pack(text).length < gzipSync(text).length * 1.1)
})
