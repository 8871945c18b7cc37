/** An amount as people type it, `25 000` or `25,000.50`, as the service takes it; undefined where it is none, or nothing. */
export function readAmount(text: string): string | undefined {
  const plain = withoutGroups(text)
  return /^(?!0(\.0+)?$)\d{1,13}(\.\d{1,2})?$/.test(plain) ? plain : undefined
}

/**
 * A number without what parts its thousands, and without leading zeroes. Three digits follow each of those: `10,50` is ten and a half to whoever typed it, or a
 * slip, and never 1050. Whatever is not written so stays as it is, and is then no number.
 */
export function withoutGroups(text: string): string {
  const typed = text.trim().replace(/\s/g, ' ')
  const isGrouped = /^\d{1,3}(?:(?: \d{3})+|(?:, ?\d{3})+)(?:\.\d+)?$/.test(typed)
  return (isGrouped ? typed.replace(/[ ,]/g, '') : typed).replace(/^0+(?=\d)/, '')
}
