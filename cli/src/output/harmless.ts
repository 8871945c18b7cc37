/** Controls, which a terminal obeys, and marks that turn the direction of text. Line breaks and tabs are for those who call us to judge. */
const obeyed = '(?![\\n\\t])[\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]'
const anything = new RegExp(obeyed, 'gu')
const allButColours = new RegExp(`(\\u001b\\[(?:1|2|22|31|32|33|36|39)m)|${obeyed}`, 'gu')

/**
 * Words that a terminal only shows. Names and references are a payer's to choose: one that holds escape codes could clear the
 * screen, name the window, or write over what was said before. Our own colours stay where there are any.
 */
export function harmless(words: string, { isColourful }: { isColourful: boolean }): string {
  return words.replace(isColourful ? allButColours : anything, (one, colour?: unknown) =>
    typeof colour === 'string' ? colour : `\\u{${one.codePointAt(0)?.toString(16)}}`,
  )
}

/** The same value for whoever reads it, with nothing in it that a terminal obeys. */
export function harmlessJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.replace(anything, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A value that has a line to itself must not look like several. */
export function oneLine(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, '\\n')
}
