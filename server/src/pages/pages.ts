import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { markAddress } from './layout.ts'
import { serveFile } from './send-page.ts'

export { allowPages } from './allow-pages.ts'
export {
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  formatTime,
  maskPhone,
} from './format.ts'
export { type Html, html, textOf } from './html.ts'
export { chooseLanguage, fillIn, type Language, type Words, wordsIn } from './language.ts'
export type { Frame, Page } from './layout.ts'
export { sayErased } from './say-erased.ts'
export { type Ready, readyPage, readyText, sendPage, sendReady, serveFile } from './send-page.ts'
export { readStyleSheet, type StyleSheet, styleSheet } from './style-sheet.ts'

/** Our mark, which every page shows. */
export function serveMark(app: FastifyInstance): void {
  serveFile(app, markAddress, join(import.meta.dirname, 'mark.svg'))
}
