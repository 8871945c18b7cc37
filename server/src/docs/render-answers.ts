import { html, type Language, type Page, type Ready, readyPage, readyText, wordsIn } from '../pages/pages.ts'
import { addressOfDoc, buildSite, type Site } from './build-site.ts'
import { type Drawing, docsPage, framed } from './docs-page.ts'
import { landingPage } from './landing-page.ts'
import { llmsFullText, llmsText, markdownOf } from './llms-text.ts'
import type { Doc } from './read-guides.ts'
import { createSearch, type Place, type Search } from './search-docs.ts'
import { searchPage } from './search-page.ts'

/** What the thread is told before anybody asks it something. */
export type Told = { baseUrl: string; version: string; drawing: Drawing }

/** What it can be asked for, and what is answered. */
export type Answers = {
  /** The addresses of all that can be read. */
  contents: string[]
  /** What stands at an address, or that nothing does. */
  address: Ready
  /** The page of what was found. */
  results: Ready
  /** The same for programs. */
  places: Place[]
}

export type Wish = keyof Answers
export type Question = { wish: Wish; of: string }

type Answer = { [Each in Wish]: (of: string) => Answers[Each] | Promise<Answers[Each]> }

/** All that readers can be answered with. It takes as long as hundreds of payments: only a thread apart may call it. */
export async function renderAnswers({ baseUrl, version, drawing }: Told): Promise<Answer> {
  const site = await buildSite({ baseUrl, version })
  let opened: Search | undefined
  const search: Search = (query) => {
    opened ??= createSearch(site)
    return opened(query)
  }
  return {
    contents: () => contentsOf(site),
    address: (address) => answerAt(site, drawing, address),
    results: (query) => readyPage(searchPage(site, drawing, query, search(query)), '/docs/search'),
    places: search,
  }
}

const forModels = { '/llms.txt': llmsText, '/llms-full.txt': llmsFullText }

function contentsOf({ guides, references }: Site): string[] {
  const pages = [
    ...['/docs', '/docs/sw'],
    ...[...guides, ...references].flatMap((doc) => [addressOfDoc(doc, 'en'), addressOfDoc(doc, 'sw')]),
  ]
  return [...Object.keys(forModels), ...new Set(pages.flatMap((address) => [address, `${address}.md`]))]
}

async function answerAt(site: Site, drawing: Drawing, address: string): Promise<Ready> {
  if (address in forModels) {
    return textOf(forModels[address as keyof typeof forModels](site), 'text/plain')
  }
  const wanted = address.replace(/\.md$/, '')
  const language: Language = /^\/docs\/sw(\/|$)/.test(wanted) ? 'sw' : 'en'
  const doc = docAt(site, wanted, language)
  const isLanding = wanted === '/docs' || wanted === '/docs/sw'
  if (doc === undefined && !isLanding) return readyPage(missingPage(site, drawing, language), address, 404)
  if (wanted !== address) return textOf(doc ? markdownOf(doc, site.baseUrl) : llmsText(site), 'text/markdown')
  const page = await (doc ? docsPage(site, drawing, doc, language) : landingPage(site, drawing, language))
  const ready = readyPage(page, address)
  ready.headers.push(['link', `<${wanted}.md>; rel="alternate"; type="text/markdown"`])
  return ready
}

function textOf(text: string, type: string): Ready {
  return readyText(text, [
    ['content-type', `${type}; charset=utf-8`],
    ['cache-control', 'public, max-age=300'],
    ['vary', 'accept-encoding'],
  ])
}

/** Under an address in Swahili, the guide in English where it is not translated; the reference has no other language. */
function docAt({ byAddress, translations }: Site, address: string, language: Language): Doc | undefined {
  if (language === 'en') return byAddress.get(address)
  const english = address.replace('/docs/sw/', '/docs/')
  const doc = translations.get(english) ?? byAddress.get(english)
  return doc?.section === 'Reference' ? undefined : doc
}

function missingPage(site: Site, drawing: Drawing, language: Language): Page {
  const { docs: words } = wordsIn(language)
  const page = framed(site, drawing, {
    language,
    title: words.notFound,
    address: language === 'en' ? '/docs' : '/docs/sw',
    content: html`<h1>${words.notFound}</h1>
<p>${words.aboutNotFound}</p>`,
  })
  const { isListed: _nothingToList, ...unlisted } = page
  return unlisted
}
