import { english, type Words } from './english.ts'
import { swahili } from './swahili.ts'

export type { Words } from './english.ts'

export const languages = ['sw', 'en'] as const
export type Language = (typeof languages)[number]

const words: Record<Language, Words> = { sw: swahili, en: english }

export function wordsIn(language: Language): Words {
  return words[language]
}

/** Puts values into the `{…}` of a sentence. The result is plain text: the page that shows it escapes it. */
export function fillIn(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
}

type Asked = { query: unknown; headers: { 'accept-language'?: string | undefined } }

/** The language of `?lang=`, else the one the browser likes best, else the one given, else Swahili. */
export function chooseLanguage({ query, headers }: Asked, fallback: Language = 'sw'): Language {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return languages.find((one) => one === lang) ?? preferred(headers['accept-language']) ?? fallback
}

// Longer headers are nobody's preference, and need not be read.
const longestHeader = 500

/** The most wanted of ours in an Accept-Language header. `*` says that anything will do, which is no preference. */
function preferred(header = ''): Language | undefined {
  return header
    .slice(0, longestHeader)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return {
        language: languages.find((one) => tag.split('-')[0] === one),
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.language
}

/** The same address, asking for a language; what else it says stays, above all the tokens of links in mails. */
export function addressIn(language: Language, url: string): string {
  const query = new URLSearchParams(/\?.*/.exec(url)?.[0])
  query.set('lang', language)
  return `?${query}`
}
