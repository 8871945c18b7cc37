import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Pieces, pack } from './pack.ts'

const style = `<style>${Array.from({ length: 200 }, (_, place) => `.c${place} { color: #${place}00 }`).join('\n')}</style>`
const page = (rest: string): Pieces => ({ beginning: `<!doctype html>${style}`, rest })
const text = ({ beginning, rest }: Pieces) => beginning + rest

test('whatever is packed is unpacked as it was, with a beginning, without one, and after another that begins alike', () => {
  for (const pieces of [
    ...['', 'Lipa', 'Habari ñ 😀 \ud83d', 'x'.repeat(100_000)].flatMap((rest) => [
      page(rest),
      { beginning: '', rest },
    ]),
    ...Array.from({ length: 20 }, (_, place) => ({
      beginning: `<title>${place}</title>${style}`,
      rest: 'Lipa',
    })),
  ]) {
    const unpacked = gunzipSync(pack(pieces).packed).toString()
    assert.equal(unpacked, Buffer.from(text(pieces)).toString())
  }
})

test('what was packed before is the same again, among more than are kept', () => {
  const pages = Array.from({ length: 500 }, (_, place) => page(`<p>${place}</p>`))
  const first = pages.map(pack)
  for (const [place, pieces] of [...pages.entries(), ...pages.entries()].toReversed()) {
    assert.equal(pack(pieces).tag, first[place]?.tag)
    assert.equal(gunzipSync(pack(pieces).packed).toString(), text(pieces))
  }
})

test('what is somebody’s own stands where it stood, wherever that is, and all else is as it was', () => {
  for (const rest of [
    '<p>OWN</p>',
    'OWN at the beginning',
    'at the end OWN',
    'OWN',
    'ñ 😀 OWN 😀',
    'not there',
  ])
    for (const own of ['3f0c', 'x'.repeat(16_000), '😀'.repeat(40_000), 'ñ😀']) {
      const pieces = { ...page(rest.replace('OWN', own)), own }
      assert.equal(gunzipSync(pack(pieces).packed).toString(), text(pieces))
    }
})

test('a tag tells one text from another, whichever piece of it differs', () => {
  const texts = [page('a'), page('b'), { beginning: `${style} `, rest: 'a' }, { beginning: '', rest: 'a' }]
  texts.push({ ...page('own'), own: 'own' }, { ...page('other'), own: 'other' }, page('xown'))
  assert.equal(new Set(texts.map((pieces) => pack(pieces).tag)).size, texts.length)
})

test('what is packed in two pieces is hardly longer than in one', () => {
  const pieces = page('<p>Lipa TSh 25,000 kwa Duka la Asha.</p>'.repeat(20))
  assert.ok(pack(pieces).packed.length < gzipSync(text(pieces)).length * 1.1)
})

test('nor is a long one, whose end is like its beginning', () => {
  const chapter = Array.from({ length: 1_500 }, (_, place) => `<p>${place * 7_919}</p>`).join('')
  const pieces = page(chapter + chapter)
  assert.ok(pack(pieces).packed.length < gzipSync(text(pieces)).length * 1.1)
})
