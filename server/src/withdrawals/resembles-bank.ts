import { distance } from 'fastest-levenshtein'
import { destinations } from './destinations.ts'

/** Names that people still use, where neither the code nor today's name leads to them. */
const otherNames: Record<string, readonly string[]> = {
  ABSA: ['Barclays Bank'],
  COOP: ['Cooperative Bank of Tanzania'],
  DCB: ['Dar es Salaam Community Bank'],
  NCBA: ['NIC Bank', 'Commercial Bank of Africa'],
  NMB: ['National Microfinance Bank'],
  STANDARD_CHARTERED: ['StanChart'],
  TCB: ['TPB Bank', 'Tanzania Postal Bank'],
}

/** What every bank might be called besides, and so tells none from another. */
const idleWords = new Set(
  'the of for and bank banki plc ltd limited company co t tz tanzania branch tawi'.split(' '),
)
/** In the initials of a name the small words do not count; the country may. */
const smallWords = new Set(['the', 'of', 'for', 'and'])

const names = new Map(
  destinations
    .filter(({ method }) => method === 'BANK_ACCOUNT')
    .map(({ destination_code: code, name }) => [
      code,
      [code.replaceAll('_', ' '), name, ...(otherNames[code] ?? [])],
    ]),
)

/** Words that stand in the names of one bank only, and whose they are. */
const ownerOfWord = new Map<string, string | null>()
for (const [code, given] of names) {
  for (const word of given.flatMap(wordsOf)) {
    if (idleWords.has(word)) continue
    const owner = ownerOfWord.get(word)
    ownerOfWord.set(word, owner === undefined || owner === code ? code : null)
  }
}

/**
 * Whether somebody who writes this name may well mean the bank of the code. It is there to catch the wrong code, not to
 * teach spelling: capitals, spaces, points, a slip of the finger, initials, old names and what else stands beside the
 * name are all taken. One that names another bank is not.
 */
export function resemblesBank(code: string, given: string): boolean {
  const core = coreOf(given)
  if (core === '') return false
  const cores = (names.get(code) ?? []).map(coreOf)
  if (cores.includes(core) || isInitialsOf(given, cores)) return true
  const meant = new Set(wordsOf(given).map((word) => ownerOfWord.get(word) ?? null))
  meant.delete(null)
  if (meant.size > 0) return meant.size === 1 && meant.has(code)
  return cores.some((one) => distance(one, core) <= slipsIn(one))
}

/** Banks of few letters differ by one; in longer names a letter or two are a slip. */
function slipsIn({ length }: string): number {
  if (length < 5) return 0
  return length < 10 ? 1 : 2
}

function isInitialsOf(given: string, cores: string[]): boolean {
  const words = wordsOf(given).filter((word) => !smallWords.has(word))
  const initials = (some: string[]) => some.map((word) => word[0]).join('')
  const atHome = words.filter((word) => word !== 'tanzania' && !['plc', 'ltd', 'limited'].includes(word))
  return [words, atHome].some((some) => some.length > 2 && cores.includes(initials(some)))
}

/** The name without what says nothing, in one piece: `C.R.D.B. Bank Plc` is `crdb`. */
function coreOf(name: string): string {
  return wordsOf(name)
    .filter((word) => !idleWords.has(word))
    .join('')
    .replace(/bank$/, '')
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll('&', ' and ')
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
