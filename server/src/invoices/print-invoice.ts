import { fillIn, formatDay, formatMoney, formatPhone, type Language, wordsIn } from '../pages/pages.ts'
import { write as at, drawCode, ink, openPaper, type Paper, sheet as page } from '../paper/paper.ts'
import { beginningOf } from '../primitives/instant.ts'
import { oneLine } from '../primitives/one-line.ts'
import { type InvoiceRow, numberOf, statusAt } from './invoice-row.ts'
import { lineOf } from './invoice-totals.ts'

export type Printed = { invoice: InvoiceRow; shop: string; url: string; language: Language; now: Date }

type Doc = Paper
type Cells = readonly [string, string, string, string, string]

const columns = [
  { x: page.left, width: 215, align: 'left' },
  { x: 270, width: 55, align: 'right' },
  { x: 330, width: 85, align: 'right' },
  { x: 420, width: 35, align: 'right' },
  { x: 460, width: 85, align: 'right' },
] as const

/** The invoice on paper. The same invoice gives the same bytes, whenever and wherever it is printed. */
export async function printInvoice(printed: Printed): Promise<Buffer> {
  const { invoice, language, shop } = printed
  const { paper, finish } = await openPaper({
    title: titleOf(printed),
    author: oneLine(shop),
    language,
    at: invoice.updated_at,
  })
  drawHead(paper, printed)
  drawItems(paper, printed)
  drawTotals(paper, printed)
  drawFoot(paper, printed)
  return await finish()
}

function titleOf({ invoice, language }: Printed): string {
  return fillIn(wordsIn(language).invoice.title, { number: numberOf(invoice) })
}

function drawHead(doc: Doc, printed: Printed): void {
  const { invoice, shop, language } = printed
  const words = wordsIn(language).invoice
  const due = beginningOf(invoice.due_date)
  if (invoice.environment === 'sandbox') at(doc, 10, ink.late).text(words.test, page.left, 28)
  at(doc, 20).text(oneLine(shop), page.left, page.top, { width: 330 })
  const besideShop = doc.y
  at(doc, 13).text(titleOf(printed), 385, page.top + 6, { width: 160, align: 'right' })
  drawStamp(doc, printed)
  doc.y = Math.max(besideShop, doc.y) + 14
  for (const [label, value] of [
    [words.to, `${oneLine(invoice.customer_name)}, ${formatPhone(invoice.customer_phone)}`],
    [words.date, formatDay(invoice.created_at, language)],
    [words.due, due === null ? invoice.due_date : formatDay(due, language)],
  ] as const) {
    const { y } = doc
    at(doc, 10, ink.muted).text(label, page.left, y, { width: 110 })
    at(doc, 10).text(value, page.left + 115, y, { width: 380 })
  }
  doc.y += 14
}

/** The one word that must not be overlooked. */
function drawStamp(doc: Doc, { invoice, language, now }: Printed): void {
  const words = wordsIn(language).invoice
  const stamps = {
    PAID: [words.paid, ink.paid],
    VOID: [words.void, ink.void],
    OVERDUE: [words.overdue, ink.late],
  } as const
  const status = statusAt(invoice, now)
  if (status === 'DRAFT' || status === 'SENT') return
  const [word, colour] = stamps[status]
  at(doc, 20, colour).text(word, 385, doc.y + 2, { width: 160, align: 'right' })
}

function drawItems(doc: Doc, printed: Printed): void {
  const { items, currency } = printed.invoice
  drawTableHead(doc, printed)
  for (const item of items) {
    const cells: Cells = [
      oneLine(item.description),
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

function drawTableHead(doc: Doc, { language }: Printed): void {
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

function drawTotals(doc: Doc, { invoice, language }: Printed): void {
  const words = wordsIn(language).invoice
  if (doc.y + 80 > page.bottom) turnPage(doc)
  doc.y += 6
  for (const [label, minor, size] of [
    [words.subtotal, invoice.subtotal, 10],
    [words.tax, invoice.tax, 10],
    [words.total, invoice.total, 14],
  ] as const) {
    const { y } = doc
    at(doc, size, ink.muted).text(label, 270, y, { width: 110, align: 'right' })
    at(doc, size).text(formatMoney(minor, invoice.currency), 385, y, { width: 160, align: 'right' })
  }
}

const codeSize = 110

/** What is said besides, the code of its page, and on each page which of how many it is. */
function drawFoot(doc: Doc, printed: Printed): void {
  const { invoice, url, language, now } = printed
  const title = titleOf(printed)
  const words = wordsIn(language).invoice
  const notes = invoice.notes === null ? '' : invoice.notes.replaceAll(/[^\S\n]+/g, ' ').trim()
  at(doc, 10)
  const needed = doc.heightOfString(notes, { width: 495 }) + codeSize + 40
  if (doc.y + needed > page.bottom) turnPage(doc)
  doc.y += 14
  at(doc, 10).text(notes, page.left, doc.y, {
    width: 495,
    height: page.bottom - doc.y - codeSize,
    ellipsis: true,
  })
  const y = doc.y + 12
  drawCode(doc, url, { left: page.left, top: y, size: codeSize })
  const isOwed = ['SENT', 'OVERDUE'].includes(statusAt(invoice, now))
  at(doc, 10, ink.muted).text(isOwed ? words.payHere : words.seeHere, 175, y + 8, { width: 370 })
  at(doc, 9).text(url, 175, doc.y + 2, { width: 370, link: url })
  const { start, count } = doc.bufferedPageRange()
  for (let number = start; number < start + count; number += 1) {
    doc.switchToPage(number)
    at(doc, 8, ink.muted).text(
      `${title}   ${number + 1} / ${count}   ${words.noTaxReceipt}`,
      page.left,
      800,
      {
        width: 495,
        align: 'center',
        lineBreak: false,
      },
    )
  }
}

function turnPage(doc: Doc): void {
  doc.addPage()
  doc.y = page.top
}
