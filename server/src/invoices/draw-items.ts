import { formatMoney, type Language, sayErased, wordsIn } from '../pages/pages.ts'
import { write as at, ink, type Paper, sheet as page } from '../paper/paper.ts'
import { oneLine } from '../primitives/one-line.ts'
import { type InvoiceItem, lineOf } from './invoice-totals.ts'

type Doc = Paper
type Cells = readonly [string, string, string, string, string]
type Lines = { items: InvoiceItem[]; currency: string; language: Language }

const columns = [
  { x: page.left, width: 215, align: 'left' },
  { x: 270, width: 55, align: 'right' },
  { x: 330, width: 85, align: 'right' },
  { x: 420, width: 35, align: 'right' },
  { x: 460, width: 85, align: 'right' },
] as const

/** What is billed or credited, line by line, on as many pages as it takes. */
export function drawItems(doc: Doc, printed: Lines): void {
  const { items, currency, language } = printed
  drawTableHead(doc, printed)
  for (const item of items) {
    const cells: Cells = [
      sayErased(oneLine(item.description), language),
      item.quantity,
      formatMoney(BigInt(item.unit_price.replace('.', '')), currency),
      item.tax_percent === null ? '' : `${item.tax_percent} %`,
      formatMoney(lineOf(item).amount, currency),
    ]
    if (doc.y + heightOf(doc, cells) > page.bottom) {
      turnPage(doc)
      drawTableHead(doc, printed)
    }
    drawRow(doc, cells, ink.text)
  }
}

function drawTableHead(doc: Doc, { language }: Lines): void {
  const words = wordsIn(language).invoice
  drawRow(doc, [words.item, words.quantity, words.price, words.tax, words.amount], ink.muted)
}

function heightOf(doc: Doc, cells: Cells): number {
  at(doc, 9)
  return (
    8 +
    Math.max(...cells.map((cell, place) => doc.heightOfString(cell, { width: columns[place]?.width ?? 0 })))
  )
}

function drawRow(doc: Doc, cells: Cells, colour: string): void {
  const { y } = doc
  const height = heightOf(doc, cells)
  for (const [place, { x, width, align }] of columns.entries()) {
    at(doc, 9, colour).text(cells[place] ?? '', x, y + 3, { width, align })
  }
  doc.y = y + height
  doc.moveTo(page.left, doc.y).lineTo(page.right, doc.y).lineWidth(0.5).strokeColor(ink.line).stroke()
}

/** One line below the items, in small or large letters. */
export type Sum = { label: string; minor: bigint; size: number }

export function drawSums(doc: Doc, sums: Sum[], currency: string): void {
  if (doc.y + 80 > page.bottom) turnPage(doc)
  doc.y += 6
  for (const { label, minor, size } of sums) {
    const { y } = doc
    at(doc, size, ink.muted).text(label, 220, y, { width: 160, align: 'right' })
    at(doc, size).text(formatMoney(minor, currency), 385, y, { width: 160, align: 'right' })
  }
}

export function turnPage(doc: Doc): void {
  doc.addPage()
  doc.y = page.top
}
