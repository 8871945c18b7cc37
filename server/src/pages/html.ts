import { type HolePlace, holePlaces } from './hole-places.ts'

// Not exported, so that nothing read from a request or a row can pass for markup.
const markup = Symbol('markup')

/** Markup that stands in a page as it is. It comes from the tag below, or from `rawHtml`. */
export type Html = { readonly [markup]: string }

/** What may stand in a hole. Nothing is written for null, undefined and false; lists are joined. */
export type Part = string | number | bigint | Html | null | undefined | false | readonly Part[]

/** A piece of a page. Whatever is put into it is escaped, by the place where it stands. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const places = holePlaces(strings)
  let text = strings[0] ?? ''
  parts.forEach((part, at) => {
    text += written(part, places[at] ?? 'text') + (strings[at + 1] ?? '')
  })
  return { [markup]: text }
}

/** Takes text for markup, unescaped. Only for what we wrote ourselves and cannot write with the tag. */
export function rawHtml(text: string): Html {
  return { [markup]: text }
}

export function textOf(piece: Html): string {
  return piece[markup]
}

function written(part: Part, place: HolePlace): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') {
    if (place !== 'text') throw new Error('An attribute takes text and numbers, no markup and no lists')
    if (markup in part) return part[markup]
    if (Array.isArray(part)) return part.map((one: Part) => written(one, place)).join('')
  } else if (typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint') {
    const text = String(part)
    return escaped(place === 'address' ? followable(text) : text)
  }
  throw new Error(`A page cannot show a ${typeof part}`)
}

/** Addresses on our own site, and those that lead to a page, a mail or a call. Anything else leads nowhere. */
function followable(address: string): string {
  return /^(https?:\/\/|mailto:|tel:|[?#]|\/(?![/\\]))/i.test(address) ? address : 'about:invalid'
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
