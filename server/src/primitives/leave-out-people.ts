/** Who a payment is about, in the ways in which somebody may write of them. */
export type People = {
  names?: readonly (string | null | undefined)[]
  /** Phones and accounts, as we keep them. */
  numbers?: readonly (string | null | undefined)[]
  emails?: readonly (string | null | undefined)[]
}

/** A mobile number of Tanzania, however it is dialled; not the middle of an id. */
const mobileNumbers = /(?<![\w-])\+?(?:255|0)[67]\d{8}(?![\w-])/g

/** Shorter ones are found in words that are nobody's name. */
const shortestName = 3

/** However a number is dialled, it ends in these. */
const nationalDigits = 9

/**
 * A text without the people it is about: what is kept for ever carries ids, and who they lead to can be erased. Providers and people
 * write as they like, so this takes out what is known to be of somebody, and whatever else is a phone number.
 */
export function leaveOutPeople<Text extends string | null>(text: Text, people: People = {}): Text {
  if (text === null) return text
  let left: string = text
  for (const email of known(people.emails)) left = replaceAll(left, email, '[email]')
  for (const number of known(people.numbers).flatMap(spellings)) left = replaceAll(left, number, '[number]')
  for (const name of known(people.names).flatMap(parts)) left = replaceAll(left, name, '[name]')
  return left.replaceAll(mobileNumbers, '[number]') as Text
}

/** The same of thousands at once: only those are looked for in whose place something stands. */
export function leaveOutCrowd(text: string, crowd: readonly People[]): string {
  const lower = text.toLowerCase()
  const isNamed = (name: string) => name.split(/\s+/).some((word) => lower.includes(word.toLowerCase()))
  const isDialled = (number: string) => lower.includes(number.slice(-nationalDigits).toLowerCase())
  return leaveOutPeople(text, {
    names: crowd.flatMap(({ names }) => known(names).filter(isNamed)),
    numbers: crowd.flatMap(({ numbers }) => known(numbers).filter(isDialled)),
    emails: crowd.flatMap(({ emails }) => known(emails)),
  })
}

function known(values: People['names'] = []): string[] {
  return values.flatMap((value) => (value && value.trim().length >= shortestName ? [value.trim()] : []))
}

/** The longest first, because the others stand in it. */
function spellings(number: string): string[] {
  const national = /^255(\d{9})$/.exec(number)?.[1]
  return national === undefined ? [`+${number}`, number] : [`+${number}`, number, `0${national}`, national]
}

/** The whole name, and each of its names, for whoever turns them round or leaves one out. */
function parts(name: string): string[] {
  const words = name.split(/\s+/)
  return words.length === 1 ? [name] : [name, ...words.filter((word) => word.length >= shortestName)]
}

function replaceAll(text: string, wanted: string, by: string): string {
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), by)
}

/** Where somebody writes in words of their own what became of a payment. */
const writtenFields = ['providerMessage', 'because', 'hold', 'note'] as const

/** The same of what a provider or a person says of a payment. */
export function leaveOutOfWord<Word extends object>(word: Word, people: People): Word {
  const fields = word as Record<string, unknown>
  const changed = writtenFields.flatMap((name) => {
    const text = fields[name]
    const left = typeof text === 'string' ? leaveOutPeople(text, people) : text
    return left === text ? [] : [[name, left] as const]
  })
  return changed.length === 0 ? word : { ...word, ...Object.fromEntries(changed) }
}
