import type { BookRow } from '../ledger/ledger.ts'
import { fillIn, formatInstant, formatMoney, type Language, wordsIn } from '../pages/pages.ts'
import { write as at, ink, openPaper, type Paper, sheet as page } from '../paper/paper.ts'
import { textFromMinor } from '../primitives/money.ts'
import { oneLine } from '../primitives/one-line.ts'
import type { StatementRow } from './statement-row.ts'
import { daysIn } from './tell-ready.ts'

/** `rows` is null where they are too many for paper. */
export type PrintedStatement = {
  statement: StatementRow
  rows: BookRow[] | null
  shop: string
  language: Language
}

const columns = [
  { x: page.left, width: 42, align: 'right' },
  { x: 97, width: 92, align: 'left' },
  { x: 192, width: 120, align: 'left' },
  { x: 315, width: 78, align: 'left' },
  { x: 396, width: 72, align: 'right' },
  { x: 471, width: 74, align: 'right' },
] as const
type Cells = readonly [string, string, string, string, string, string]

const rowHeight = 13

/** The statement on paper. The same statement gives the same bytes, as long as what is said of its payments stays. */
export async function printStatement(printed: PrintedStatement): Promise<Buffer> {
  const { statement, shop, language } = printed
  const title = titleOf(printed)
  const at = statement.ready_at ?? statement.created_at
  const { paper, finish } = await openPaper({ title, author: oneLine(shop), language, at, isLong: true })
  let number = 1
  drawFoot(paper, title, number)
  const turn = () => {
    paper.addPage()
    paper.y = page.top
    number += 1
    drawFoot(paper, title, number)
  }
  drawHead(paper, printed)
  drawTotals(paper, printed, turn)
  drawRows(paper, printed, turn)
  return await finish()
}

function titleOf({ statement, language }: PrintedStatement): string {
  const days = daysIn(statement, language)
  return fillIn(wordsIn(language).statement.title, { currency: statement.currency, days })
}

function drawHead(paper: Paper, printed: PrintedStatement): void {
  const { statement, shop, language } = printed
  const words = wordsIn(language).statement
  if (statement.environment === 'sandbox') at(paper, 10, ink.late).text(words.test, page.left, 28)
  at(paper, 18).text(oneLine(shop), page.left, page.top, { width: 495 })
  at(paper, 13).text(titleOf(printed), page.left, paper.y + 2, { width: 495 })
  paper.y += 10
  drawBalances(paper, ['', words.available, words.reserved, words.held], ink.muted)
  drawBalances(paper, [
    words.opening,
    ...[statement.opening_available, statement.opening_reserved, statement.opening_held].map(
      money(statement),
    ),
  ])
  drawBalances(paper, [
    words.closing,
    ...[statement.closing_available, statement.closing_reserved, statement.closing_held].map(
      money(statement),
    ),
  ])
  paper.y += 8
  const proof = fillIn(words.proof, { sha256: statement.sha256 ?? '' })
  at(paper, 7, ink.muted).text(proof, page.left, paper.y, { width: 495 })
  paper.y += 8
}

function money({ currency }: StatementRow) {
  return (minor: bigint | null) => formatMoney(minor ?? 0n, currency)
}

function drawBalances(paper: Paper, cells: string[], colour: string = ink.text): void {
  const { y } = paper
  cells.forEach((cell, place) => {
    const align = place === 0 ? 'left' : 'right'
    at(paper, 10, colour).text(cell, page.left + place * 124, y, { width: 120, align })
  })
  paper.y = y + 16
}

function drawTotals(paper: Paper, { statement, language }: PrintedStatement, turn: () => void): void {
  const words = wordsIn(language).statement
  const { totals } = statement
  if (totals === null) return
  drawSum(paper, [words.what, words.count, words.credits, words.debits], ink.muted)
  for (const { type, direction, count, amount } of totals.types) {
    if (paper.y + 14 > page.bottom) turn()
    const sides = direction === 'credit' ? [amount, ''] : ['', amount]
    drawSum(paper, [words.types[type], String(count), ...sides])
  }
  drawSum(paper, ['', String(totals.count), totals.credits, totals.debits])
  paper.y += 8
}

function drawSum(paper: Paper, cells: string[], colour: string = ink.text): void {
  const { y } = paper
  const places = [
    { x: page.left, width: 220, align: 'left' },
    { x: 275, width: 60, align: 'right' },
    { x: 340, width: 100, align: 'right' },
    { x: 445, width: 100, align: 'right' },
  ] as const
  places.forEach(({ x, width, align }, place) => {
    at(paper, 9, colour).text(cells[place] ?? '', x, y, { width, align })
  })
  paper.y = y + 14
}

function drawRows(paper: Paper, printed: PrintedStatement, turn: () => void): void {
  const { statement, rows, language } = printed
  const words = wordsIn(language).statement
  if (rows === null || rows.length === 0) {
    at(paper, 10).text(rows === null ? words.tooMany : words.nothing, page.left, paper.y, { width: 495 })
    return
  }
  const heads: Cells = [words.row, words.time, words.what, words.reference, words.amount, words.balance]
  let available = statement.opening_available ?? 0n
  drawRow(paper, heads, ink.muted)
  drawRow(paper, ['', '', words.opening, '', '', textFromMinor(available)])
  for (const row of rows) {
    if (paper.y + rowHeight > page.bottom) {
      turn()
      drawRow(paper, heads, ink.muted)
      drawRow(paper, ['', '', words.carried, '', '', textFromMinor(available)], ink.muted)
    }
    available = row.balance_after
    drawRow(paper, cellsOf(row, language))
  }
  if (paper.y + rowHeight > page.bottom) turn()
  drawRow(paper, ['', '', words.closing, '', '', textFromMinor(statement.closing_available ?? 0n)])
}

function cellsOf(row: BookRow, language: Language): Cells {
  const sign = row.direction === 'credit' ? '' : '−'
  return [
    String(row.seq),
    formatInstant(row.created_at, language),
    wordsIn(language).statement.types[row.type],
    oneLine(row.reference ?? ''),
    `${sign}${textFromMinor(row.amount)}`,
    textFromMinor(row.balance_after),
  ]
}

/** Each on one line, so that ten thousand of them are laid out in seconds; what is too long is in the other files. */
function drawRow(paper: Paper, cells: Cells, colour: string = ink.text): void {
  const { y } = paper
  at(paper, 8, colour)
  columns.forEach(({ x, width, align }, place) => {
    const text = fitting(paper, cells[place] ?? '', width)
    const left = align === 'right' ? x + width - paper.widthOfString(text) : x
    paper.text(text, left, y + 2, { lineBreak: false })
  })
  paper.y = y + rowHeight
}

function fitting(paper: Paper, text: string, width: number): string {
  if (paper.widthOfString(text) <= width) return text
  let end = Math.min(text.length, Math.floor(width / 2))
  while (end > 0 && paper.widthOfString(`${text.slice(0, end)}…`) > width) end -= 1
  return `${text.slice(0, end)}…`
}

function drawFoot(paper: Paper, title: string, number: number): void {
  const { y } = paper
  at(paper, 8, ink.muted).text(`${title}   ${number}`, page.left, 800, { lineBreak: false })
  paper.y = y
}
