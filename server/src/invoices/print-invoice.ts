import { fillIn, formatDay, type Language, wordsIn } from '../pages/pages.ts'
import { write as at, drawCode, ink, openPaper, type Paper, sheet as page } from '../paper/paper.ts'
import { beginningOf } from '../primitives/instant.ts'
import { oneLine } from '../primitives/one-line.ts'
import { billedTo } from './billed-to.ts'
import { drawItems, drawSums, type Sum, turnPage } from './draw-items.ts'
import { figuresOf } from './invoice-figures.ts'
import { type InvoiceRow, isOverdue, numberOf, statusAt } from './invoice-row.ts'

export type Printed = { invoice: InvoiceRow; shop: string; url: string; language: Language; now: Date }

type Doc = Paper

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
  drawItems(paper, { ...invoice, language })
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
    [words.to, billedTo(invoice, language)],
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
    CREDITED: [words.credited, ink.void],
    PARTIALLY_PAID: [words.partlyPaid, ink.late],
    OVERDUE: [words.overdue, ink.late],
  } as const
  // What is late matters more than that some of it is paid, which the sums tell.
  const status = isOverdue(invoice, now) ? 'OVERDUE' : statusAt(invoice, now)
  if (status === 'DRAFT' || status === 'SENT') return
  const [word, colour] = stamps[status]
  at(doc, 20, colour).text(word, 385, doc.y + 2, { width: 160, align: 'right' })
}

function drawTotals(doc: Doc, { invoice, language }: Printed): void {
  const words = wordsIn(language).invoice
  const { paid, credited, due, overpaid } = figuresOf(invoice)
  const isPlain =
    !invoice.allow_part_payment && credited === 0n && overpaid === 0n && invoice.status !== 'PARTIALLY_PAID'
  const sums: Sum[] = [
    { label: words.subtotal, minor: invoice.subtotal, size: 10 },
    { label: words.tax, minor: invoice.tax, size: 10 },
    { label: words.total, minor: invoice.total, size: 14 },
  ]
  const parts: Sum[] = [
    { label: words.amountPaid, minor: paid, size: 10 },
    { label: words.amountCredited, minor: credited, size: 10 },
    { label: words.amountOverpaid, minor: overpaid, size: 10 },
  ]
  const left = [...parts.filter(({ minor }) => minor > 0n), { label: words.amountDue, minor: due, size: 14 }]
  drawSums(doc, isPlain ? sums : [...sums, ...left], invoice.currency)
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
  const isOwed = ['SENT', 'OVERDUE', 'PARTIALLY_PAID'].includes(statusAt(invoice, now))
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
