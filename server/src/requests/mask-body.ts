import { endOfString } from '../primitives/end-of-string.ts'
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

/** The only words that tell nothing of what they stand for. */
const telling = new Set(['true', 'false', 'null'])

type Within = {
  isObject: boolean
  name: Name
  expectsName: boolean
  /** What it stands under is a number, which is no less somebody's for being made of parts. */
  isOfNumber: boolean
}

/**
 * JSON as it may be kept: what is secret by its name is hidden whole, numbers of people keep three digits, and whatever looks like a key, a
 * secret or a phone is hidden wherever it stands. It reads no further than it keeps, because a reply may be long. Every request
 * comes here, so it goes from mark to mark and copies what stays in long pieces.
 */
export function maskBody(whole: string, of: 'request' | 'reply'): KeptBody {
  const json = whole.slice(0, mostRead)
  const stack: Within[] = []
  let within: Within | undefined
  let written = ''
  /** Where that begins which stays and is not written yet; below zero while nothing stays. */
  let from = 0
  let hiddenAt = -1
  let position = 0
  const length = () => written.length + (from < 0 ? 0 : position - from)
  const write = (instead: string, begin: number, end: number) => {
    written += json.slice(from, begin) + instead
    from = end
  }
  while (position < json.length && length() < mostBytes + margin) {
    const begin = position
    const mark = json.charCodeAt(begin)
    if (mark === openBrace || mark === openBracket) {
      if (from >= 0 && within?.name.isSecret) {
        write('"[hidden]"', begin, -1)
        hiddenAt = stack.length
      }
      const isObject = mark === openBrace
      const isOfNumber = within !== undefined && (within.isOfNumber || within.name.isNumber)
      within = { isObject, name: (!isObject && within?.name) || nameless, expectsName: isObject, isOfNumber }
      stack.push(within)
      position += 1
    } else if (mark === closeBrace || mark === closeBracket) {
      stack.pop()
      within = stack.at(-1)
      position += 1
      if (hiddenAt === stack.length) {
        hiddenAt = -1
        from = position
      }
    } else if (mark === comma || mark === colon || mark <= space) {
      if (mark === comma && within?.isObject) within.expectsName = true
      position += 1
    } else {
      position = mark === quote ? Math.min(endOfString(json, begin) + 1, json.length) : endOfWord(json, begin)
      const text = json.slice(begin, position)
      if (within?.expectsName) {
        within.name = nameOf(text, of)
        within.expectsName = false
      } else if (from >= 0 && within !== undefined) {
        const instead = insteadOf(within, text)
        if (instead !== null) write(instead, begin, position)
      }
    }
  }
  const isCut = position < whole.length || length() > mostBytes + margin
  if (from >= 0) written += json.slice(from, position)
  return cut(maskText(written.slice(0, mostBytes + margin)), isCut)
}

const [quote, comma, colon, space] = [34, 44, 58, 32]
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93]

const wordEnd = /[\s"{}[\]:,]/g

function endOfWord(json: string, begin: number): number {
  wordEnd.lastIndex = begin + 1
  return wordEnd.exec(json)?.index ?? json.length
}

/** What stands in the place of a value; null where it may stay. */
function insteadOf({ name, isOfNumber }: Within, text: string): string | null {
  if (!name.isSecret && !isOfNumber && !name.isNumber) return null
  if (telling.has(text)) return null
  return name.isSecret ? '"[hidden]"' : JSON.stringify(maskNumber(stringIn(text)))
}

type Name = { isSecret: boolean; isNumber: boolean }

const nameless: Name = { isSecret: false, isNumber: false }

/** The same few come with every request. Whoever makes names up makes them be looked at again. */
const knownNames = { request: new Map<string, Name>(), reply: new Map<string, Name>() }
const mostNames = 2_000
const longestKnown = 60

function nameOf(text: string, of: 'request' | 'reply'): Name {
  const known = knownNames[of]
  const found = known.get(text)
  if (found) return found
  const plain = nameIn(text)
  const name = { isSecret: isSecretName(plain, of), isNumber: isNumberName(plain) }
  if (known.size >= mostNames) known.clear()
  if (text.length <= longestKnown) known.set(text, name)
  return name
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
  // No character has more than three bytes for each of its units.
  if (text.length * 3 <= mostBytes) return { text, isCut }
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return { text, isCut }
  // A character that was cut in two is left out.
  return { text: bytes.toString('utf8', 0, mostBytes).replace(/\uFFFD+$/, ''), isCut: true }
}
