import { drawCode, ink, openPaper, type Paper, type Print, sheet, write } from '../paper/paper.ts'

/** A receipt in words, as its page says it. All of it is text: what draws it knows nothing else. */
export type PrintedReceipt = {
  merchantId: string
  language: string
  at: Date
  title: string
  shop: string
  /** The one word that must not be overlooked. */
  stamp: { word: string; ink: keyof typeof ink }
  amount: string
  about: string
  facts: (readonly [name: string, value: string])[]
  /** Sentences below, and the one before all others where no money moves. */
  notes: string[]
  test: string | null
  seeHere: string
  url: string
  /** Where the tax authority tells of it, once it does. */
  verify: { here: string; url: string } | null
}

export type PrintReceipt = (printed: PrintedReceipt) => Promise<Buffer>

/** Prints receipts where no payment waits for it. */
export function receiptPrinter(print: Print): PrintReceipt {
  const file = new URL(import.meta.url)
  return (content) => print({ merchantId: content.merchantId, file, by: 'printReceipt', content })
}

const width = sheet.right - sheet.left
const codeSize = 110

/** The receipt on paper. The same receipt gives the same bytes, whenever and wherever it is printed. */
export async function printReceipt(printed: PrintedReceipt): Promise<Buffer> {
  const { title, shop, language, at, notes, seeHere, url } = printed
  const { paper, finish } = await openPaper({ title, author: shop, language, at })
  drawHead(paper, printed)
  drawFacts(paper, printed)
  for (const note of notes) write(paper, 10, ink.muted).text(note, sheet.left, paper.y + 8, { width })
  if (printed.verify !== null) drawPlace(paper, printed.verify)
  drawPlace(paper, { here: seeHere, url })
  return await finish()
}

/** An address with its code to scan. */
function drawPlace(paper: Paper, { here, url }: { here: string; url: string }): void {
  const top = paper.y + 20
  drawCode(paper, url, { left: sheet.left, top, size: codeSize })
  write(paper, 10, ink.muted).text(here, 175, top + 8, { width: 370 })
  write(paper, 9).text(url, 175, paper.y + 2, { width: 370, link: url })
  paper.y = top + codeSize
}

function drawHead(paper: Paper, { test, shop, title, stamp, amount, about }: PrintedReceipt): void {
  if (test !== null) write(paper, 10, ink.late).text(test, sheet.left, 28)
  write(paper, 20).text(shop, sheet.left, sheet.top, { width: 300 })
  const besideShop = paper.y
  write(paper, 13).text(title, 360, sheet.top + 6, { width: 185, align: 'right' })
  write(paper, 20, ink[stamp.ink]).text(stamp.word, 360, paper.y + 2, { width: 185, align: 'right' })
  paper.y = Math.max(besideShop, paper.y) + 14
  write(paper, 26).text(amount, sheet.left, paper.y, { width })
  write(paper, 10, ink.muted).text(about, sheet.left, paper.y + 2, { width, height: 120, ellipsis: true })
  paper.y += 14
}

function drawFacts(paper: Paper, { facts }: PrintedReceipt): void {
  for (const [name, value] of facts) {
    const { y } = paper
    write(paper, 10, ink.muted).text(name, sheet.left, y, { width: 110 })
    write(paper, 10).text(value, sheet.left + 115, y, { width: width - 115 })
    paper.y += 4
  }
}
