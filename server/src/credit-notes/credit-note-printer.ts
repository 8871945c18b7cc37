import type { Print } from '../paper/paper.ts'
import type { Printed } from './print-credit-note.ts'

export type PrintCreditNote = (printed: Printed) => Promise<Buffer>

/** Prints credit notes where no payment waits for it. */
export function creditNotePrinter(print: Print): PrintCreditNote {
  const file = new URL('./print-credit-note.ts', import.meta.url)
  return (content) => print({ merchantId: content.note.merchant_id, file, by: 'printCreditNote', content })
}
