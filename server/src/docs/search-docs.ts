import MiniSearch from 'minisearch'
import type { Site } from './build-site.ts'
import type { Doc } from './read-guides.ts'

export type Kind = 'guide' | 'call' | 'error' | 'event'

/** A place that can be found: a part of a page, under one of its headings. */
export type Place = { address: string; title: string; page: string; kind: Kind; excerpt: string }

type Indexed = Place & { id: number; text: string }

export type Search = (query: string) => Place[]

const mostResults = 20
/** Longer questions are nobody's, and need not be looked at. */
const longestQuery = 200
const excerptLength = 160

/** Looks through the parts of all pages. */
export function createSearch(site: Site): Search {
  const places = [...site.guides, ...site.translations.values(), ...site.references]
    .filter(({ address }) => address !== '/docs/reference')
    .flatMap(placesOf)
    .map((place, id) => ({ ...place, id }))
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'page', 'text'],
    storeFields: ['address', 'title', 'page', 'kind', 'excerpt'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boostDocument: (_id, _term, fields) => weightOf(fields),
    },
  })
  index.addAll(places)
  return (query) => {
    const asked = query.slice(0, longestQuery)
    const found = index.search(asked)
    const enough = found.length > 0 ? found : index.search(asked, { combineWith: 'OR' })
    return enough
      .slice(0, mostResults)
      .map(({ address, title, page, kind, excerpt }) => ({ address, title, page, kind, excerpt }))
  }
}

/** Guides come before calls, and what is said twice comes in English first: the words between are mostly of code. */
function weightOf(place: Record<string, unknown> | undefined): number {
  if (place?.kind !== 'guide') return 1
  return String(place.address).startsWith('/docs/sw/') ? 0.8 : 1.5
}

/** Codes and paths are found whole and by their words: `rate_limited` by `limited` too. */
function wordsOf(text: string): string[] {
  const whole = text.split(/[\s,;:()[\]{}"'`|*#<>=]+/).filter(Boolean)
  return whole.flatMap((word) => {
    const parts = word.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean)
    return parts.length > 1 ? [word, ...parts] : parts
  })
}

function placesOf(doc: Doc): Omit<Indexed, 'id'>[] {
  const kind = kindOf(doc.address)
  const parts = withoutFences(doc.markdown).split(/^(?=#{2,3} )/m)
  return parts.flatMap((part) => {
    const [, heading] = /^#{2,3} (.*)\n?/.exec(part) ?? []
    const text = plain(part.replace(/^#{2,3} .*\n?/, ''))
    if (heading === undefined) {
      const summary = `${doc.summary} ${text}`
      return [
        {
          address: doc.address,
          title: doc.title,
          page: doc.title,
          kind,
          excerpt: cut(doc.summary),
          text: summary,
        },
      ]
    }
    const [, title = heading, id] = /^(.*?)(?:\s*\{#([\w.-]+)\})?$/.exec(heading) ?? []
    const shown = plain(title)
    const address = `${doc.address}#${id ?? idOf(shown)}`
    return [{ address, title: shown, page: doc.title, kind, excerpt: cut(text), text }]
  })
}

function kindOf(address: string): Kind {
  if (address.endsWith('/webhook-events')) return 'event'
  if (address.startsWith('/docs/reference')) return 'call'
  return address === '/docs/errors' ? 'error' : 'guide'
}

function idOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```.*\n[\s\S]*?^```$/gm, '')
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[\s|:-]+\|$/gm, '')
    .replaceAll(/[`*|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function cut(text: string): string {
  if (text.length <= excerptLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', excerptLength))} …`
}
