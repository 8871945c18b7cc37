import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a page looks like. By its hash the browser knows it for ours; a style that somebody smuggled in has another. */
export type StyleSheet = { text: string; hash: string }

/** The tokens and the look of all pages, in one piece: it travels within the page, which saves payers a request. */
const common = ['tokens.css', 'page.css'].map((name) => join(import.meta.dirname, name))

export const styleSheet = readStyleSheet()

/** The look of all pages, and what the files of a room add to it. */
export function readStyleSheet(...files: string[]): StyleSheet {
  const text = [...common, ...files].map((file) => withoutComments(readFileSync(file, 'utf8'))).join('')
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

/** What is only for us who read the file need not be paid for by the byte. */
function withoutComments(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\n\s*/g, '\n')
    .trimStart()
}
