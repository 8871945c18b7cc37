import type { Print } from '../paper/paper.ts'
import type { Printed } from './print-invoice.ts'

export type PrintInvoice = (printed: Printed) => Promise<Buffer>

/** Prints invoices where no payment waits for it. */
export function invoicePrinter(print: Print): PrintInvoice {
  const file = new URL('./print-invoice.ts', import.meta.url)
  return (content) => print({ merchantId: content.invoice.merchant_id, file, by: 'printInvoice', content })
}
