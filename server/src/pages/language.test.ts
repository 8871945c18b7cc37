import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { english } from './english.ts'
import { addressIn, chooseLanguage, fillIn, type Language } from './language.ts'
import { swahili } from './swahili.ts'

describe('the language of a page', () => {
  const cases: [
    promise: string,
    lang: unknown,
    accepted: string | undefined,
    fallback: Language | undefined,
    chosen: Language,
  ][] = [
    ['the address decides', 'sw', 'en', 'en', 'sw'],
    ['the address decides, the other way', 'en', 'sw', 'sw', 'en'],
    ['a language we do not have is passed over', 'fr', 'en', 'sw', 'en'],
    ['a language asked for twice is none', ['en', 'sw'], undefined, undefined, 'sw'],
    ['the browser comes next', undefined, 'en-GB,en;q=0.9', 'sw', 'en'],
    ['a country does not matter', undefined, 'sw-TZ', 'en', 'sw'],
    ['the most wanted wins, wherever it stands', undefined, 'en;q=0.5, sw;q=0.8', 'en', 'sw'],
    ['among equals the first', undefined, 'fr, en, sw', undefined, 'en'],
    ['what is refused is not chosen', undefined, 'en;q=0, fr', 'sw', 'sw'],
    ['in capitals, with spaces', undefined, ' EN-us ; Q=0.9 ', 'sw', 'en'],
    ['a longer name is another language', undefined, 'eng, swb', 'sw', 'sw'],
    ['anything will do: the given one', undefined, '*', 'en', 'en'],
    ['nonsense: the given one', undefined, ';;q=,=,en;q=x', 'sw', 'sw'],
    ['nothing is said: the given one', undefined, undefined, 'en', 'en'],
    ['and nothing is given: Swahili', undefined, undefined, undefined, 'sw'],
  ]
  for (const [promise, lang, accepted, fallback, chosen] of cases) {
    test(promise, () => {
      const asked = { query: { lang }, headers: { 'accept-language': accepted } }
      assert.equal(chooseLanguage(asked, fallback), chosen)
    })
  }

  test('an address in the other language keeps what it said', () => {
    assert.equal(addressIn('sw', '/reset-password?token=a%2Bb&lang=en'), '?token=a%2Bb&lang=sw')
    assert.equal(addressIn('en', '/'), '?lang=en')
  })
})

describe('the words', () => {
  test('sentences are filled in once, and unknown holes stay to be seen', () => {
    assert.equal(fillIn('{name} as {role}, {x}', { name: '{role}', role: 'owner' }), '{role} as owner, {x}')
  })

  test('both languages fill in the same, and leave nothing empty', () => {
    const [one, other] = [sentencesOf(english), sentencesOf(swahili)]
    for (const [path, sentence] of one) assert.deepEqual(holesOf(other.get(path)), holesOf(sentence), path)
    for (const [path, sentence] of other) assert.notEqual(sentence.trim(), '', path)
  })
})

function holesOf(sentence = ''): string[] {
  return (sentence.match(/\{\w+\}/g) ?? []).sort()
}

function sentencesOf(words: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${name}`, value]] : [...sentencesOf(value, `${path}${name}.`)],
    ),
  )
}
