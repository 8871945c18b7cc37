import { isNumberName, isSecretName, plainName } from './mask-named.ts'
import { maskNumber, maskText } from './mask-text.ts'

/** What is kept of a body. */
export type KeptBody = { text: string; isCut: boolean }

/** Enough for a page of most lists, and for any request that a person would write. */
const mostBytes = 16 * 1024

/** So much is read beyond, so that whatever is hidden by how it looks is seen whole before the end is cut off. */
const margin = 2 * 1024

/** Nor is more read than this, where most of it is hidden: whoever sends a secret of any length keeps nobody else waiting. */
const mostRead = 4 * (mostBytes + margin)

/** Strings, marks and the words between them; a string that was cut off with the text is one too. */
const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]:,]|[^\s"{}[\]:,]+|\s+/gsy

/** The only words that tell nothing of what they stand for. */
const telling = new Set(['true', 'false', 'null'])

type Within = {
  isObject: boolean
  key: string
  expectsKey: boolean
  /** What it stands under is a number, which is no less somebody's for being made of parts. */
  isOfNumber: boolean
}

/**
 * JSON as it may be kept: what is secret by its name is hidden whole, numbers of people keep three digits, and whatever looks like a key, a
 * secret or a phone is hidden wherever it stands. It reads no further than it keeps, because a reply may be long.
 */
export function maskBody(whole: string, of: 'request' | 'reply'): KeptBody {
  const json = whole.slice(0, mostRead)
  const isSecret = (key: string) => isSecretName(key, of)
  const written: string[] = []
  const stack: Within[] = []
  let length = 0
  let hiddenFrom = -1
  let position = 0
  const keep = (text: string) => {
    if (hiddenFrom !== -1) return
    written.push(text.slice(0, mostBytes + margin - length))
    length += text.length
  }
  while (position < json.length && length < mostBytes + margin) {
    token.lastIndex = position
    const text = token.exec(json)?.[0]
    // Nothing but what JSON is made of comes here.
    if (text === undefined) break
    position += text.length
    const within = stack.at(-1)
    const first = text[0]
    if (first === '{' || first === '[') {
      if (hiddenFrom === -1 && within && isSecret(within.key)) {
        keep('"[hidden]"')
        hiddenFrom = stack.length
      }
      keep(text)
      const key = first === '[' ? (within?.key ?? '') : ''
      const isOfNumber = within !== undefined && (within.isOfNumber || isNumberName(within.key))
      stack.push({ isObject: first === '{', key, expectsKey: first === '{', isOfNumber })
    } else if (first === '}' || first === ']') {
      stack.pop()
      if (hiddenFrom === stack.length) hiddenFrom = -1
      else keep(text)
    } else if (first === ',' || first === ':' || text.trim() === '') {
      if (within?.isObject && first === ',') within.expectsKey = true
      keep(text)
    } else if (within?.expectsKey) {
      within.key = nameIn(text)
      within.expectsKey = false
      keep(text)
    } else keep(valueUnder(within, text, isSecret))
  }
  return cut(maskText(written.join('')), position < whole.length || length > mostBytes + margin)
}

function valueUnder(within: Within | undefined, text: string, isSecret: (key: string) => boolean): string {
  if (within === undefined || telling.has(text)) return text
  if (isSecret(within.key)) return '"[hidden]"'
  return within.isOfNumber || isNumberName(within.key) ? JSON.stringify(maskNumber(stringIn(text))) : text
}

/** Names may be spelt with escapes. */
function nameIn(text: string): string {
  return plainName(stringIn(text))
}

function stringIn(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    // Cut off in its middle.
    return text.replace(/^"/, '')
  }
}

function cut(text: string, isCut: boolean): KeptBody {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return { text, isCut }
  // A character that was cut in two is left out.
  return { text: bytes.toString('utf8', 0, mostBytes).replace(/\uFFFD+$/, ''), isCut: true }
}
