import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Pair, readWords } from './read-words.ts'

/** What is the same in both: names, and sentences in which nothing but what is put in is a word. */
const sameInBoth =
  /^(API|ID|QR|PDF|CSV|URL|IP|TIN|VRN|OK|SMS|PIN|TZS|Malipo|Webhooks?|webhook\.test|English|Kiswahili)$|^[^a-z]*$/i

/** A number is `namba`, a code `msimbo` or `namba`; `kodi` is rent and tax. */
const wrongInSwahili = /\b(nambari|kodi)\b/i

test('whatever the dashboard says it says in both languages, each time with the same put in', async () => {
  const pairs = await readWords()
  assert.ok(pairs.length > 1000, `only ${pairs.length} sentences were found`)
  assert.deepEqual(pairs.flatMap(faultsOf), [])
})

test('each fault of a sentence is found', () => {
  const good: Pair = { file: 'f', name: 'n', en: 'Paid by {1}', sw: 'Imelipwa na {1}', parameters: [1, 1] }
  assert.deepEqual(faultsOf(good), [])
  const faulty: Partial<Pair>[] = [
    { sw: ' ' },
    { sw: good.en },
    { sw: 'Nambari ya {1}' },
    { sw: 'Imelipwa' },
    { parameters: [1, 2] },
  ]
  for (const fault of faulty) assert.equal(faultsOf({ ...good, ...fault }).length, 1, JSON.stringify(fault))
})

function faultsOf({ file, name, en, sw, parameters: [inEnglish, inSwahili] }: Pair): string[] {
  const at = `${file} ${name}`
  if (en.trim() === '' || sw.trim() === '') return [`${at} is empty in one language`]
  if (en === sw)
    return sameInBoth.test(en.replaceAll(/\{\d\}/g, '')) ? [] : [`${at} is not translated: ${en}`]
  if (wrongInSwahili.test(sw) && !/\b(tax|fiscal)\b/i.test(en))
    return [`${at} says ${wrongInSwahili.exec(sw)?.[0]}: ${sw}`]
  if (inEnglish !== inSwahili) return [`${at} has ${inEnglish} and ${inSwahili} put in`]
  // What is source and no sentence was too much for a text to be put in.
  const isSource = en.includes('=>')
  if (!isSource && putIn(en) !== putIn(sw)) return [`${at} leaves out what is put in: ${en} | ${sw}`]
  return []
}

function putIn(text: string): string {
  return [...new Set(text.match(/\{\d\}/g))].sort().join(' ')
}
