import { type Html, html, rawHtml, textOf } from './html.ts'
import { addressIn, type Language, languages, wordsIn } from './language.ts'
import type { Pieces } from './pack.ts'
import { type StyleSheet, styleSheet } from './style-sheet.ts'

export type Page = {
  language: Language
  /** The heading, and the start of the window's title. */
  title: string
  content: Html
  /** What stands in it for this visitor alone, once: all around it is packed for everybody. */
  own?: string
  /** The address of a script of ours, as `serveFile` gave it. Without one the page holds none. */
  script?: string
  /** Search engines may list it. Most addresses of ours are secrets, and are not for them. */
  isListed?: true
  /** Where it stands in other languages, if not at its own address, asked for differently. */
  readIn?: readonly { language: Language; address: string }[]
  /** For pages that belong to somebody else than us before all: what stands where our own name would. */
  frame?: Frame
}

export type Frame = {
  /** The one that the scope of the page allows. */
  styles: StyleSheet
  /** The whole title of the window. */
  windowTitle: string
  /** What else the head says: previews, or when to load the page again. */
  head: Html
  /** Above everything, across the whole width. */
  banner: Html
  /** Whose page it is. */
  name: Html
  /** In place of the bare heading; it has the heading in it. */
  heading: Html
  foot: Html
}

/** Where the mark is served: as the icon of the site, and in the bar above each page. */
export const markAddress = '/favicon.ico'

/** A whole document. `url` is the one that was asked for: the other language is the same page, asked for differently. */
export function layout(page: Page, url: string): Pieces {
  const { language, script, content } = page
  const frame = page.frame ?? ourFrame(page)
  const rest = html`
<title>${frame.windowTitle}</title>
${frame.head}
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
${frame.banner}
<header>
${frame.name}
${(page.readIn ?? otherLanguages(language, url)).map(
  ({ language: other, address }) =>
    html`<a href="${address}" hreflang="${other}" lang="${other}">${wordsIn(other).readIn}</a>`,
)}
</header>
<main>
${frame.heading}
${content}
</main>
${frame.foot}
</body>
</html>
`
  return { beginning: beginningIn(language, frame.styles), rest: textOf(rest), own: page.own }
}

const beginnings = new WeakMap<StyleSheet, Map<Language, string>>()

/** Up to the end of their style all pages of one language are alike, which saves writing and packing it. */
function beginningIn(language: Language, styles: StyleSheet): string {
  const ofStyles = beginnings.get(styles) ?? new Map<Language, string>()
  beginnings.set(styles, ofStyles)
  const known = ofStyles.get(language)
  if (known !== undefined) return known
  const made = textOf(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="${markAddress}">
${styleElement(styles)}`)
  ofStyles.set(language, made)
  return made
}

function otherLanguages(language: Language, url: string) {
  return languages
    .filter((other) => other !== language)
    .map((other) => ({ language: other, address: addressIn(other, url) }))
}

function ourFrame({ title }: Page): Frame {
  return {
    styles: styleSheet,
    windowTitle: `${title} · Malipo`,
    head: html``,
    banner: html``,
    name: html`<img src="${markAddress}" width="28" height="28" alt=""> malipo`,
    heading: html`<h1>${title}</h1>`,
    foot: html``,
  }
}

/** The style sheet is ours and constant, and within <style> nothing is escaped. */
function styleElement({ text }: StyleSheet): Html {
  return rawHtml(`<style>${text}</style>`)
}
