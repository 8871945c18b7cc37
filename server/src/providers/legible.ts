/**
 * The same word in signs that a database keeps: a provider that sends a zero or half a letter, or a text that was cut in the middle of
 * one, has said something all the same, and must not be asked again for ever because of it.
 */
export function legible<Word>(word: Word): Word {
  return plain(word) as Word
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed()
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}
