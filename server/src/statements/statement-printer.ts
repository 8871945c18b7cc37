import { printer } from '../paper/paper.ts'
import type { PrintedStatement } from './print-statement.ts'

export type PrintStatement = (printed: PrintedStatement) => Promise<Buffer>

/** Prints statements in a thread of their own: a long one takes seconds, and somebody may wait for a receipt at a counter. */
export function statementPrinter(): PrintStatement {
  const print = printer({ mostWaiting: 10, mostOfOne: 2, withinMs: 20_000 })
  const file = new URL('./print-statement.ts', import.meta.url)
  return (content) =>
    print({ merchantId: content.statement.merchant_id, file, by: 'printStatement', content })
}
