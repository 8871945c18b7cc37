import { join } from 'node:path'
import { type Frame, type Html, html, readStyleSheet, type Words } from '../pages/pages.ts'
import { icon, type Tone } from './icons.ts'
import type { Shop } from './shop.ts'

export const payerStyles = readStyleSheet(
  ...['checkout.css', 'states.css', 'paper.css'].map((name) => join(import.meta.dirname, name)),
)

export type Framed = {
  words: Words['checkout']
  shop: Shop | null
  heading: string
  tone: Tone
  isTest: boolean
  /** What is paid, above the heading. */
  subject?: Html
  head?: Html
  /** The heading tells what is wrong with what was sent. */
  isError?: boolean
}

/** The page belongs to the shop: its bar, its name, its title. We are named in small letters below. */
export function shopFrame({ words, shop, heading, tone, isTest, subject, head, isError }: Framed): Frame {
  const title = shop === null ? heading : `${heading} - ${shop.name}`
  return {
    styles: payerStyles,
    windowTitle: isError ? `${words.error} ${title}` : title,
    head: head ?? html``,
    banner: html`${isTest && html`<aside class="test">${words.test}</aside>`}${shop?.colour != null && colourBar(shop.colour)}`,
    name: html`<span class="shop">${shop === null ? 'malipo' : shop.name}</span>`,
    heading: html`${subject}
<div class="state ${tone}">${icon(tone)}<h1 tabindex="-1" data-focus>${heading}</h1></div>`,
    foot: html`<footer>${words.byMalipo}</footer>`,
  }
}

/** What a messenger shows of an address: what it is for and how much, and nothing about who pays. */
export function previewOf(title: string, about: string | null): Html {
  return html`<meta property="og:title" content="${title}">
<meta property="og:description" content="${about}">
<meta property="og:type" content="website">`
}

/** What is paid, and what for. What is longer than two lines on a small phone is there for whoever wants it. */
export function subjectOf(
  amount: string | null,
  about: string | null,
  { more }: Pick<Words['checkout'], 'more'>,
): Html {
  // Where it does not fit on one line, it may break after its currency.
  return html`${amount !== null && html`<p class="amount">${amount.replace('\u00a0', ' ')}</p>`}
${about !== null && about !== '' && (about.length > shortText ? html`<details class="about"><summary><span class="long">${about}</span> <span class="more">${more}</span></summary></details>` : html`<p class="about">${about}</p>`)}`
}

const shortText = 72

/** Never under text: whatever colour a merchant likes, everybody can read the page. */
function colourBar(colour: string): Html {
  return html`<svg class="brand" viewBox="0 0 8 1" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h8v1H0z" fill="${colour}"/></svg>`
}
