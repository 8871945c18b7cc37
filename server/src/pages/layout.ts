import { type Html, html, rawHtml, textOf } from './html.ts'
import { addressIn, type Language, languages, wordsIn } from './language.ts'
import { styleSheet } from './style-sheet.ts'

export type Page = {
  language: Language
  /** The heading, and the start of the window's title. */
  title: string
  content: Html
  /** The address of a script of ours, as `serveFile` gave it. Without one the page holds none. */
  script?: string
  /** Search engines may list it. Most addresses of ours are secrets, and are not for them. */
  isListed?: true
}

/** Where the mark is served: as the icon of the site, and in the bar above each page. */
export const markAddress = '/favicon.ico'

// The style sheet is ours and constant, and within <style> nothing is escaped.
const style = rawHtml(`<style>${styleSheet}</style>`)

/** A whole document. `url` is the one that was asked for: the other language is the same page, asked for differently. */
export function layout({ language, title, content, script }: Page, url: string): string {
  return textOf(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Malipo</title>
<link rel="icon" type="image/svg+xml" href="${markAddress}">
${style}
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<header>
<img src="${markAddress}" width="28" height="28" alt=""> malipo
${languages
  .filter((other) => other !== language)
  .map(
    (other) =>
      html`<a href="${addressIn(other, url)}" hreflang="${other}" lang="${other}">${wordsIn(other).readIn}</a>`,
  )}
</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`)
}
