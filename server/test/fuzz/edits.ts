import type { Stage } from '../permissions/stage.ts'
import type { Value } from './nasty-values.ts'

/** Where something stands in a request: a part of it, and the names and places that lead to it there. */
export type Place = ['params' | 'query' | 'headers' | 'body', ...(string | number)[]]

/** One thing that is done to a good request. As JSON, so that the corpus can keep it. */
export type Edit =
  | { put: Value; at: Place }
  | { drop: true; at: Place }
  | { method: string }
  /** What is done to the path as text, and with what. */
  | { path: 'append' | 'prepend' | 'upper' | 'last'; text: string }
  /** What is done to the bytes of the body, where in it, and with what (hexadecimal). */
  | { bytes: 'cut' | 'put' | 'instead'; at: number; hex: string }

/** A request on its way to be one: everything may still be changed. */
export type Draft = {
  method: string
  path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
  /** Forms are what pages take. */
  isForm: boolean
}

/** What goes over the wire. */
export type Written = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }

/** What values mean at this moment of the walk. */
export type Moment = Pick<Stage, 'cast'> & { seen: readonly string[]; newId(): string }

export function writeRequest(draft: Draft, edits: Edit[], moment: Moment): Written {
  const literals: string[] = []
  const parts = structuredClone(draft)
  for (const edit of edits) {
    if ('put' in edit) put(parts, edit.at, meant(edit.put, moment, literals))
    if ('drop' in edit) drop(parts, edit.at)
    if ('method' in edit) parts.method = edit.method
  }
  const headers = Object.fromEntries(
    Object.entries(parts.headers).map(([name, value]) => [name, asHeader(textOf(value, literals))]),
  )
  let body = bodyOf(parts, literals)
  if (body !== null && headers['content-type'] === undefined) {
    headers['content-type'] = parts.isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  }
  for (const edit of edits) if ('bytes' in edit) body = editBytes(body ?? Buffer.alloc(0), edit)
  return { method: parts.method, path: addressOf(parts, edits, literals), headers, body }
}

function meant(value: Value, { cast, seen, newId }: Moment, literals: string[]): unknown {
  if ('json' in value) return value.json
  if ('repeat' in value) return value.repeat.repeat(value.times)
  if ('literal' in value) return `\u0001${literals.push(value.literal) - 1}\u0001`
  if ('seen' in value) return seen[value.seen % Math.max(seen.length, 1)] ?? ''
  if (value.id === 'missing') return newId()
  return value.id === 'own_merchant' ? cast.merchantId : cast.foreignMerchantId
}

function put(parts: Draft, [part, ...steps]: Place, value: unknown): void {
  const last = steps.pop()
  if (last === undefined) {
    Object.assign(parts, { [part]: value })
    return
  }
  if (part === 'body' && !isHolder(parts.body)) parts.body = {}
  let holder: unknown = parts[part]
  for (const step of steps) {
    if (!isHolder(holder)) return
    if (!isHolder(holder[step])) holder[step] = {}
    holder = holder[step]
  }
  if (isHolder(holder)) holder[last] = value
}

function drop(parts: Draft, [part, ...steps]: Place): void {
  const last = steps.pop()
  if (last === undefined) {
    Object.assign(parts, { [part]: part === 'body' ? undefined : {} })
    return
  }
  const holder = steps.reduce<unknown>((at, step) => (isHolder(at) ? at[step] : undefined), parts[part])
  if (isHolder(holder)) delete holder[last]
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}

/** What was set aside so that a JSON writer would not touch it comes back into the text. */
function withLiterals(text: string, literals: string[], mark: RegExp): string {
  return text.replaceAll(mark, (_, at) => literals[Number(at)] ?? '')
}

function textOf(value: unknown, literals: string[]): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is a character that nothing else here has.
  return withLiterals(text, literals, /\u0001(\d+)\u0001/g)
}

function bodyOf({ body, isForm }: Draft, literals: string[]): Buffer | null {
  if (body === undefined) return null
  if (isForm) {
    const fields = Object.entries(isHolder(body) ? body : { body })
    return Buffer.from(
      fields.map((pair) => pair.map((one) => inAddress(textOf(one, literals))).join('=')).join('&'),
    )
  }
  return Buffer.from(withLiterals(JSON.stringify(body) ?? '', literals, /"\\u0001(\d+)\\u0001"/g))
}

function editBytes(body: Buffer, { bytes, at, hex }: Extract<Edit, { bytes: string }>): Buffer {
  const given = Buffer.from(hex, 'hex')
  if (bytes === 'instead') return given
  const place = Math.floor(at * body.length)
  const rest = bytes === 'cut' ? Buffer.alloc(0) : body.subarray(place)
  return Buffer.concat([body.subarray(0, place), given, rest])
}

function addressOf(parts: Draft, edits: Edit[], literals: string[]): string {
  let path = parts.path.replaceAll(/\{(\w+)\}/g, (_, name) => inAddress(textOf(parts.params[name], literals)))
  for (const edit of edits) {
    if (!('path' in edit)) continue
    if (edit.path === 'append') path += edit.text
    if (edit.path === 'prepend') path = edit.text + path
    if (edit.path === 'upper') path = path.toUpperCase()
    if (edit.path === 'last') path = path.replace(/[^/]*$/, edit.text)
  }
  const query = Object.entries(parts.query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one) => `${inAddress(name)}=${inAddress(textOf(one, literals))}`,
    ),
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** An address of more than this is cut off by Node, which says so with our envelope; a few of them are enough. */
const mostAddressed = 9_000

/** Percent signs that somebody wrote on purpose stay as they are: `%ff` and `%` alone are what is tried. */
function inAddress(text: string): string {
  return text
    .slice(0, mostAddressed)
    .toWellFormed()
    .replaceAll(/[^\w.~%:-]/gu, (one) => encodeURIComponent(one))
}

/** A header has one byte for each character, and no end of line. */
function asHeader(text: string): string {
  return text.slice(0, mostAddressed).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')
}
