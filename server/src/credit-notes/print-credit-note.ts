import {
  billedTo,
  drawItems,
  drawSums,
  type InvoiceRow,
  numberOf as invoiceNumberOf,
} from '../invoices/invoices.ts'
import { fillIn, formatDay, type Language, sayErased, wordsIn } from '../pages/pages.ts'
import { ink, openPaper, type Paper, sheet as page, write } from '../paper/paper.ts'
import { oneLine } from '../primitives/one-line.ts'
import { type CreditNoteRow, numberOf } from './credit-note-row.ts'

export type Printed = { note: CreditNoteRow; invoice: InvoiceRow; shop: string; language: Language }

/** A credit note on paper. Nothing of it ever changes, so that the same note gives the same bytes. */
export async function printCreditNote(printed: Printed): Promise<Buffer> {
  const { note, language, shop } = printed
  const { items, currency } = note
  const words = wordsIn(language).creditNote
  const { paper, finish } = await openPaper({
    title: titleOf(printed),
    author: oneLine(shop),
    language,
    at: note.created_at,
  })
  drawHead(paper, printed)
  if (items !== null) drawItems(paper, { items, currency, language })
  const sums = [
    { label: words.tax, minor: note.tax, size: 10 },
    { label: words.amount, minor: note.amount, size: 14 },
  ]
  drawSums(
    paper,
    sums.filter(({ minor }) => minor > 0n),
    currency,
  )
  return await finish()
}

function titleOf({ note, language }: Printed): string {
  return fillIn(wordsIn(language).creditNote.title, { number: numberOf(note) })
}

function drawHead(paper: Paper, printed: Printed): void {
  const { note, invoice, shop, language } = printed
  const { creditNote: own, invoice: words } = wordsIn(language)
  if (note.environment === 'sandbox') write(paper, 10, ink.late).text(words.test, page.left, 28)
  write(paper, 20).text(oneLine(shop), page.left, page.top, { width: 330 })
  const besideShop = paper.y
  write(paper, 13).text(titleOf(printed), 385, page.top + 6, { width: 160, align: 'right' })
  paper.y = Math.max(besideShop, paper.y) + 14
  for (const [label, value] of [
    [own.ofInvoice, invoiceNumberOf(invoice)],
    [words.to, billedTo(invoice, language)],
    [words.date, formatDay(note.created_at, language)],
    [own.reason, reasonOf(printed)],
  ] as const) {
    const { y } = paper
    write(paper, 10, ink.muted).text(label, page.left, y, { width: 110 })
    write(paper, 10).text(value, page.left + 115, y, { width: 380 })
  }
  paper.y += 14
}

/** That of a refund is one of a few, and has its own words. */
function reasonOf({ note, language }: Printed): string {
  const words: Partial<Record<string, string>> = wordsIn(language).creditNote.reasons
  return oneLine(
    (note.refund_id === null ? undefined : words[note.reason]) ?? sayErased(note.reason, language),
  )
}
