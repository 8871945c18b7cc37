/** Where a hole of a template stands: between tags, in a quoted attribute, or at the start of one that is an address. */
export type HolePlace = 'text' | 'attribute' | 'address'

/** A tag that is being read. One with `http-equiv` gives orders to the browser, and takes no holes at all. */
type Tag = { tag: string; hasHole: boolean; isOrder: boolean }

type Where =
  | { in: 'text' }
  | { in: 'comment' }
  | ({ in: 'tag' } & Tag)
  | ({ in: 'value'; attribute: string; quote: string; isBegun: boolean } & Tag)
  | { in: 'raw text'; tag: string }

// A browser follows these, so what a stranger wrote may not choose the scheme.
const addresses = new Set('href src action formaction poster data cite ping manifest xlink:href'.split(' '))
// What stands in these is a language of its own, in which escaping HTML protects nobody.
const refused = /^(on.*|style|srcdoc|srcset)$/
const rawTextTags = ['script', 'style']

const known = new WeakMap<TemplateStringsArray, HolePlace[]>()

/**
 * Reads a template as a browser would, and says where its holes are. It throws where escaping would not be enough
 * (tag and attribute names, values without quotes, scripts, styles, comments): no visitor can cause that, only we.
 */
export function holePlaces(strings: TemplateStringsArray): HolePlace[] {
  const found = known.get(strings) ?? readPlaces(strings)
  known.set(strings, found)
  return found
}

function readPlaces(strings: TemplateStringsArray): HolePlace[] {
  const places: HolePlace[] = []
  let where: Where = { in: 'text' }
  for (const [at, text] of strings.entries()) {
    const isSecond = where.in === 'value' && text === ''
    where = walk(where, text)
    if (at === strings.length - 1) break
    const place = placeOf(where, text)
    // Two halves of a scheme, each harmless alone, would stand side by side.
    if (place === 'address' && isSecond)
      throw new Error('A template has two holes for the start of one address')
    places.push(place)
    if (where.in === 'value') where = { ...where, hasHole: true }
  }
  if (where.in !== 'text') throw new Error(`A template ends within a ${where.in}: …${strings.at(-1)}`)
  return places
}

function placeOf(where: Where, before: string): HolePlace {
  if (where.in === 'text') return 'text'
  if (where.in === 'value' && !refused.test(where.attribute) && !where.isOrder)
    return addresses.has(where.attribute) && !where.isBegun ? 'address' : 'attribute'
  throw new Error(`A template has a hole where escaping does not protect, after ${before.slice(-40)}`)
}

function walk(from: Where, text: string): Where {
  let where = from
  let rest = text
  while (rest !== '') [where, rest] = step(where, rest)
  return where
}

/** One step over the text: to the next place that matters, or to the end. */
function step(where: Where, text: string): [Where, string] {
  if (where.in === 'text') {
    // A `<` at the end is followed by a hole, which would then be the name of a tag.
    const opened = /<!--|<([/!]?[a-z][\w:-]*|$)/i.exec(text)
    if (!opened) return [where, '']
    const tag = (opened[1] ?? '').toLowerCase()
    const within: Where = { in: 'tag', tag, hasHole: false, isOrder: false }
    return [opened[0] === '<!--' ? { in: 'comment' } : within, after(text, opened)]
  }
  if (where.in === 'comment') {
    const closed = /-->/.exec(text)
    return closed ? [{ in: 'text' }, after(text, closed)] : [where, '']
  }
  if (where.in === 'raw text') {
    const closed = new RegExp(`</${where.tag}`, 'i').exec(text)
    const within: Where = { in: 'tag', tag: `/${where.tag}`, hasHole: false, isOrder: false }
    return closed ? [within, after(text, closed)] : [where, '']
  }
  if (where.in === 'tag') return stepInTag(where, text)
  const closed = text.indexOf(where.quote)
  // Browsers skip blanks before an address, so they begin nothing.
  if (closed === -1) return [{ ...where, isBegun: where.isBegun || text.trim() !== '' }, '']
  const { tag, hasHole, isOrder } = where
  return [{ in: 'tag', tag, hasHole, isOrder }, text.slice(closed + 1)]
}

function stepInTag(within: { in: 'tag' } & Tag, text: string): [Where, string] {
  const { tag, hasHole } = within
  const found = /["'>]/.exec(text)
  if (!found) return [within, '']
  const rest = after(text, found)
  const quote = found[0]
  if (quote === '>') return [rawTextTags.includes(tag) ? { in: 'raw text', tag } : { in: 'text' }, rest]
  const attribute = /([^\s"'>/=]+)\s*=\s*$/.exec(text.slice(0, found.index))?.[1]?.toLowerCase()
  if (attribute === undefined) throw new Error(`A template has a stray ${quote} in a tag: ${text}`)
  const isOrder = within.isOrder || attribute === 'http-equiv'
  if (isOrder && hasHole) throw new Error(`A template has a hole in an order to the browser: ${text}`)
  return [{ in: 'value', tag, attribute, quote, isBegun: false, hasHole, isOrder }, rest]
}

function after(text: string, found: RegExpExecArray): string {
  return text.slice(found.index + found[0].length)
}
