import type { Language, Words } from './words.ts'

type Sentence = string | ((...put: string[]) => string)
type Sentences = Readonly<Record<string, Sentence>>
type Tell = (written: string, language: Language) => string
type Pattern = { name: string; pattern: RegExp; said: number; places: number[] }

/**
 * Tells in the reader's language what the service writes in English. Its sentences stand in a file of words as it writes them, with functions where it puts something
 * in; what is put in is told too, by `tellPut` where it is of another kind, if it is such a sentence itself. What is not known stays as it came: another wrote it.
 */
export function teller(words: Words<object>, tellPut?: Tell): Tell {
  let patterns: Pattern[] | undefined
  const tell: Tell = (written, language) => {
    if (language === 'en') return written
    // Where two fit, the one that says more itself is meant.
    patterns ??= Object.entries(words.en as Sentences)
      .map(patternOf)
      .sort((one, other) => other.said - one.said)
    for (const { name, pattern, places } of patterns) {
      const found = pattern.exec(written)
      if (found === null) continue
      const put: string[] = []
      for (const [at, place] of places.entries())
        put[place] = (tellPut ?? tell)(found[at + 1] ?? '', language)
      const sentence = (words[language] as Sentences)[name] ?? written
      return typeof sentence === 'string' ? sentence : sentence(...put)
    }
    return written
  }
  return tell
}

/** A sentence as what it must look like, and which of what is put in stands where. */
function patternOf([name, sentence]: [string, Sentence]): Pattern {
  const marks = Array.from(
    { length: typeof sentence === 'string' ? 0 : sentence.length },
    (_, at) => `\0${at}\0`,
  )
  const text = typeof sentence === 'string' ? sentence : sentence(...marks)
  const parts = text.split(/\0(\d+)\0/)
  const places: number[] = []
  const source = parts.map((part, at) => {
    // Older phones have no `RegExp.escape`.
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    places.push(Number(part))
    return '([^]+?)'
  })
  return { name, pattern: new RegExp(`^${source.join('')}$`), said: text.length - places.length * 3, places }
}
