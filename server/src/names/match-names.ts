import type { nameMatches } from '@malipo/contract'

export type NameMatch = (typeof nameMatches)[number]

/** What people are addressed with, in English and Swahili; it is not part of their name. */
const titles = new Set(
  [
    'mr mrs ms miss mx dr prof eng hon rev sir madam',
    'bw bwana bi bibi ndugu ndg mhe mheshimiwa alhaj',
  ].flatMap((some) => some.split(' ')),
)

/** More words than any name has: whoever sends more is not to cost us more. */
const mostWords = 12

/** What stands in the place of a letter that is not shown. */
const mask = '*'

/**
 * How alike two names are. Case, accents, titles and the order of words are nothing; `close` forgives one letter, one word that is
 * missing, initials and letters that are masked, as long as one word at least is the same for all we can see.
 */
export function matchNames(given: string, registered: string): NameMatch {
  const [one, other] = [wordsOf(given), wordsOf(registered)]
  if (one.length === 0 || other.length === 0) return 'different'
  if (![...one, ...other].some(hasMask)) {
    if (one.join('') === other.join('')) return 'exact'
    if (one.toSorted().join(' ') === other.toSorted().join(' ')) return 'exact'
  }
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  if (more.length - fewer.length > 1) return 'different'
  return canPair(fewer, more) ? 'close' : 'different'
}

/** The words of a name as they are compared. */
export function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Ng'ombe is written with many kinds of apostrophe, and without any.
    .replace(/['’‘`ʼ]/gu, '')
    .replace(/[•●#×]/gu, mask)
  const words = plain.split(/[^\p{L}\p{N}*]+/u).filter((word) => word !== '')
  return words.filter((word) => !titles.has(word)).slice(0, mostWords)
}

type Left = { letters: number; isCertain: boolean }

/** Whether each of the fewer words has one of its own among the others, within what is forgiven. */
function canPair(fewer: string[], others: string[]): boolean {
  // Which others are taken says how far we are: what ended in vain once is not tried again, or a hostile name would take hours.
  const inVain = new Set<string>()
  const pair = (place: number, taken: number, left: Left): boolean => {
    const word = fewer[place]
    if (word === undefined) return left.isCertain
    const state = `${taken} ${left.letters} ${left.isCertain}`
    if (inVain.has(state)) return false
    const isPaired = others.some((other, at) => {
      if (taken & (1 << at)) return false
      const likeness = compare(word, other)
      if (likeness === null || likeness.letters > left.letters) return false
      const letters = left.letters - likeness.letters
      return pair(place + 1, taken | (1 << at), {
        letters,
        isCertain: left.isCertain || likeness.isCertain,
      })
    })
    if (!isPaired) inVain.add(state)
    return isPaired
  }
  return pair(0, 0, { letters: 1, isCertain: false })
}

/** By how many letters two words differ, and whether that they are the same says something; null where they are not alike. */
function compare(word: string, other: string): Left | null {
  if (hasMask(word) || hasMask(other)) return compareMasked(word, other)
  if (word === other) return { letters: 0, isCertain: word.length > 1 }
  const [short, long] = word.length <= other.length ? [word, other] : [other, word]
  if (short.length === 1) return long.startsWith(short) ? { letters: 0, isCertain: false } : null
  // In a short word a letter is too much of it, and in one that is hardly longer it says nothing by itself.
  if (short.length < 4 || !isOneLetterOff(short, long)) return null
  return { letters: 1, isCertain: short.length > 4 }
}

/** Letters that are shown must agree; a mask of any length may stand for any number of them, as gateways do. */
function compareMasked(word: string, other: string): Left | null {
  const [masked, plain] = hasMask(word) ? [word, other] : [other, word]
  const [head = '', tail = ''] = [masked.split(mask)[0], masked.split(mask).at(-1)]
  const shown = head.length + tail.length
  const fits = plain.length >= shown && plain.startsWith(head) && plain.endsWith(tail) && !hasMask(plain)
  if (fits) return { letters: 0, isCertain: shown >= 2 }
  return word === other ? { letters: 0, isCertain: false } : null
}

function hasMask(word: string): boolean {
  return word.includes(mask)
}

/** One letter more, less, other, or two that have changed places. */
function isOneLetterOff(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  const isOther = short.slice(at + 1) === long.slice(at + 1)
  const areSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isOther || areSwapped
}
