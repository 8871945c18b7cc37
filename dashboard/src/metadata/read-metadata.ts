/** The letters of a key, as the contract has them. */
const key = '[A-Za-z0-9_.\\-]{1,40}'

/** What the field of the filter takes: up to three pairs with commas between them. */
export const metadataPattern = `\\s*${key}=[^]+`

const nextPair = new RegExp(`\\s*[,;]\\s*(?=${key}=)`)

/** `order_id=A-17, branch=Kariakoo` as pairs. A comma that no further key follows belongs to its value. */
export function readMetadata(text: string): Record<string, string> {
  const pairs = text
    .trim()
    .split(nextPair)
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    })
  return Object.fromEntries(pairs)
}
