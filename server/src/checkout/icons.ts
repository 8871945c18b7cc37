import { type Html, html } from '../pages/pages.ts'

/** What a state is told by before its colour: a word, and one of these. */
export type Tone = 'paid' | 'waiting' | 'unknown' | 'checked' | 'failed' | 'reversed' | 'ended' | 'plain'

const shapes: Record<Exclude<Tone, 'plain'>, Html> = {
  paid: html`<path d="M5 13l4 4L19 7"/>`,
  waiting: html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 3"/>`,
  unknown: html`<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 16.5v.5"/>`,
  checked: html`<path d="M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6z"/><circle cx="12" cy="12" r="2.5"/>`,
  failed: html`<path d="M6 6l12 12M18 6L6 18"/>`,
  ended: html`<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>`,
  reversed: html`<path d="M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10"/>`,
}

export function icon(tone: Tone): Html | false {
  if (tone === 'plain') return false
  return html`<svg viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true">${shapes[tone]}</svg>`
}
