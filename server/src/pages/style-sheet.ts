import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The tokens and the look of all pages, in one piece: it travels within the page, which saves payers a request. */
export const styleSheet = ['tokens.css', 'page.css']
  .map((name) => withoutComments(readFileSync(join(import.meta.dirname, name), 'utf8')))
  .join('')

/** By this the browser knows the sheet for ours; a style that somebody smuggled in has another hash. */
export const styleHash = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`

/** What is only for us who read the file need not be paid for by the byte. */
function withoutComments(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\n\s*/g, '\n')
    .trimStart()
}
