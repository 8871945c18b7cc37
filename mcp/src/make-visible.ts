/**
 * What nobody sees on a screen: control and format characters, private and unassigned ones, and those that are drawn as nothing.
 * A payer could hide instructions in them that only a language model reads. Line breaks and tabs are seen.
 */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{DI}]/gu

/** A copy in which every such character in a text is written out, like `\u{200b}`. */
export function makeVisible(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(unseen, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  }
  if (Array.isArray(value)) return value.map(makeVisible)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, makeVisible(one)]))
}
