export { drawCode, ink, openPaper, type Paper, sheet, write } from './open-paper.ts'
export { type Print, printer } from './printer.ts'
