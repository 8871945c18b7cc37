import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inFewerLanguages, notRun } from './left-out.ts'
import { type Guide, languages, readGuides } from './read-guide.ts'
import { fencesOf } from './run-samples.ts'

let guides: Guide[]
let swahili: Guide[]
before(async () => {
  ;[guides, swahili] = await Promise.all([readGuides('docs/guides'), readGuides('docs/guides/sw')])
})

const sections = ['Start', 'Collect', 'Bill', 'Pay out', 'Build', 'Run']

test('every guide says what it is, for whom and where it stands', () => {
  for (const { name, front } of [...guides, ...swahili]) {
    assert.ok(front.title && front.summary, `${name} lacks a title or a summary`)
    assert.ok(sections.includes(front.section ?? ''), `${name} is in no section`)
    assert.match(front.order ?? '', /^\d+$/, `${name} has no place`)
  }
  for (const own of [guides, swahili]) {
    const places = own.map(({ front }) => `${front.section} ${front.order}`)
    const twice = places.filter((place, at) => places.indexOf(place) !== at)
    assert.deepEqual(twice, [], 'two guides stand in one place')
  }
})

test('a guide in Swahili has the samples of the English one', () => {
  for (const guide of swahili) {
    const english = guides.find(({ name }) => name === guide.name)
    const textsOf = (one: Guide | undefined) =>
      one?.samples.map(({ fences, ...shown }) => ({
        ...shown,
        fences: fences.map(({ line: _, ...rest }) => rest),
      }))
    assert.deepEqual(textsOf(guide), textsOf(english), guide.name)
  }
  assert.ok(swahili.some(({ name }) => name === 'quickstart'))
})

test('what is not run is written down with its reason', () => {
  const found = Object.fromEntries(
    guides.flatMap((guide) => {
      const reasons = fencesOf([guide]).flatMap((one) => one.notRun ?? [])
      return reasons.length === 0 ? [] : [[guide.name, reasons]]
    }),
  )
  assert.deepEqual(found, notRun)
})

test('every sample is in four languages, but for those that are written down', () => {
  const found = guides.flatMap(({ name, samples }) =>
    samples
      .map(({ fences }) => [...new Set(fences.map(({ language }) => language))])
      .filter((own) => own.length < languages.length)
      .map((own) => `${name}: ${own.join(', ')}`),
  )
  const written = Object.entries(inFewerLanguages).flatMap(([name, rows]) =>
    rows.flatMap((row) => Array<string>(row.count).fill(`${name}: ${row.languages.join(', ')}`)),
  )
  assert.deepEqual(found.sort(), written.sort())
})
