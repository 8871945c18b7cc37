import {
  type Frame,
  type Html,
  html,
  type Language,
  type Page,
  type StyleSheet,
  wordsIn,
} from '../pages/pages.ts'
import { addressOfDoc, resolveLink, type Site } from './build-site.ts'
import { type Doc, sections } from './read-guides.ts'
import { type Heading, renderMarkdown } from './render-markdown.ts'
import { tryForm } from './try-form.ts'

/** What the pages are drawn with, beside what they say. */
export type Drawing = { styles: StyleSheet; script: string; tryScript: string }

/** A page of the site, whole. The words around it are in the language that its address asks for. */
export async function docsPage(
  site: Site,
  drawing: Drawing,
  doc: Doc,
  language: Language = doc.language,
): Promise<Page> {
  const words = wordsIn(language)
  const { content, headings } = await renderMarkdown(doc.markdown, {
    words,
    resolve: (href) => resolveLink(site, doc, href),
    addressOfCall: (call) => site.reference.addressOfCall(call),
    tryForm: (id) => tryForm(site.reference, id),
  })
  const isForeign = doc.language !== language
  const article = html`<p class="summary">${withCode(doc.summary)}</p>
${contentsOf(headings, language)}
<div class="text">${content}</div>`
  return framed(site, drawing, {
    language,
    address: addressOfDoc(doc, language),
    title: doc.title,
    other: doc.section === 'Reference' ? undefined : addressOfDoc(doc, language === 'sw' ? 'en' : 'sw'),
    content: html`${isForeign && html`<p class="notice">${words.docs.onlyInEnglish}</p>`}
${isForeign ? html`<article lang="${doc.language}">${headingOf(doc)}${article}</article>` : html`<article>${headingOf(doc)}${article}</article>`}
${neighboursOf(site, doc, language)}
<p class="muted"><a href="${addressOfDoc(doc, language)}.md">${words.docs.asMarkdown}</a></p>`,
  })
}

/** Names between backticks are code here too, as they are in the text. */
function withCode(line: string): Html[] {
  return line.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
}

function headingOf({ title }: Doc): Html {
  return html`<h1>${title}</h1>\n`
}

export type Framed = {
  language: Language
  title: string
  /** Where it stands itself, to be marked in the menu. */
  address: string
  /** The same in the other language, if it has one. */
  other?: string | undefined
  /** What was searched for. */
  query?: string
  /** With the heading in it. */
  content: Html
}

/** The shell: name and search above, the menu after the text for small screens, beside it on large ones. */
export function framed(site: Site, drawing: Drawing, page: Framed): Page {
  const { language, title, address, other, content } = page
  const { docs: words } = wordsIn(language)
  const home = language === 'en' ? '/docs' : '/docs/sw'
  const frame: Frame = {
    styles: drawing.styles,
    windowTitle: address === home ? title : `${title} · ${words.landing}`,
    head: html`<link rel="alternate" type="text/markdown" href="${address}.md">`,
    banner: html``,
    name: html`<a class="home" href="/"><img src="/favicon.ico" width="28" height="28" alt=""> malipo</a>
<a class="home" href="${home}">${words.name}</a>
<form role="search" action="/docs/search" method="get" data-words="${JSON.stringify(words.results)}">
<input type="search" name="q" value="${page.query ?? ''}" aria-label="${words.searchFor}" placeholder="${words.searchFor}" autocomplete="off" maxlength="200">
<button>${words.search}</button>
<div class="found" hidden></div>
</form>
<a class="to-menu" href="#menu">${words.menu}</a>`,
    heading: html``,
    foot: menuOf(site, page),
  }
  return {
    language,
    title,
    isListed: true,
    script: drawing.script,
    frame,
    readIn: other === undefined ? [] : [{ language: language === 'en' ? 'sw' : 'en', address: other }],
    content: html`<div id="page" data-copy="${words.copy}" data-copied="${words.copied}" data-try="${drawing.tryScript}">${content}</div>`,
  }
}

function menuOf(site: Site, { language, address }: Framed): Html {
  const { docs: words } = wordsIn(language)
  const isInReference = address.startsWith('/docs/reference')
  const shown = [...site.guides, ...site.references].filter(
    (doc) => isInReference || !/^\/docs\/reference\/./.test(doc.address),
  )
  const groups = sections
    .map((section) => ({ section, docs: shown.filter((doc) => doc.section === section) }))
    .filter(({ docs }) => docs.length > 0)
  return html`<nav id="menu" aria-label="${words.allPages}">
${groups.map(
  ({ section, docs }) => html`<h2>${words.sections[section] ?? section}</h2>
<ul>
${docs.map((doc) => html`<li>${menuLink(site, doc, language, address)}</li>\n`)}</ul>
`,
)}</nav>`
}

function menuLink(site: Site, doc: Doc, language: Language, here: string): Html {
  const translated = language === 'sw' ? site.translations.get(doc.address) : undefined
  const there = addressOfDoc(doc, language)
  const title = translated?.title ?? doc.title
  const name = language === 'en' || translated ? html`${title}` : html`<span lang="en">${title}</span>`
  return there === here
    ? html`<a href="${there}" aria-current="page">${name}</a>`
    : html`<a href="${there}">${name}</a>`
}

function contentsOf(headings: Heading[], language: Language): Html {
  const { docs: words } = wordsIn(language)
  const shown = headings.filter(({ depth }) => depth <= 2)
  if (shown.length < 2) return html``
  return html`<nav class="contents" lang="${language}" aria-label="${words.onThisPage}">
<p>${words.onThisPage}</p>
<ul>${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
</nav>`
}

function neighboursOf(site: Site, doc: Doc, language: Language): Html {
  const { docs: words } = wordsIn(language)
  const all = [...site.guides, ...site.references]
  const english = addressOfDoc(doc, 'en')
  const at = all.findIndex((one) => one.address === english)
  const link = (other: Doc | undefined, word: string) =>
    other &&
    html`<a href="${addressOfDoc(other, language)}"><span>${word}</span> ${titleIn(site, other, language)}</a>`
  return html`<nav class="neighbours" aria-label="${words.previous}, ${words.next}">
${link(all[at - 1], words.previous)}
${link(all[at + 1], words.next)}
</nav>`
}

function titleIn(site: Site, doc: Doc, language: Language): string {
  return (language === 'sw' && site.translations.get(doc.address)?.title) || doc.title
}
