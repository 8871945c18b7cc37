import { fillIn, html, type Page, wordsIn } from '../pages/pages.ts'
import type { Site } from './build-site.ts'
import { type Drawing, framed } from './docs-page.ts'
import type { Place } from './search-docs.ts'

/** What was found, as a page: the form above it works without scripts. */
export function searchPage(site: Site, drawing: Drawing, query: string, found: Place[]): Page {
  const { docs: words } = wordsIn('en')
  const counted =
    found.length === 1 ? words.results.one : fillIn(words.results.many, { count: String(found.length) })
  const said = found.length === 0 ? fillIn(words.results.none, { query }) : counted
  return framed(site, drawing, {
    language: 'en',
    title: words.search,
    address: '/docs/search',
    query,
    content: html`<h1>${words.search}</h1>
<p class="summary" role="status">${query === '' ? words.ask : said}</p>
<ol class="places">
${found.map(
  ({ address, title, page, kind, excerpt }) =>
    html`<li><a href="${address}">${title}</a> <span class="muted">${words.kinds[kind]} · ${page}</span><p>${excerpt}</p></li>\n`,
)}</ol>`,
  })
}
