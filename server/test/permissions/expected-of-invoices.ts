import { collectors, readersOfLive, readersOfTheirEnvironment } from './expected-of-money.ts'
import type { Row } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** A live invoice, which for a sandbox key does not exist. */
const changersOfLive: Row = { ...collectors(200), sandbox_key: '404 not_found' }

export const expectedOfInvoices: Record<string, Row> = {
  createInvoice: collectors(201),
  listInvoices: readersOfTheirEnvironment,
  readInvoice: readersOfLive,
  readInvoicePdf: readersOfLive,
  changeInvoice: changersOfLive,
  sendInvoice: changersOfLive,
  createInvoicePaymentLink: { ...collectors(201), sandbox_key: '404 not_found' },
  voidInvoice: changersOfLive,
  createCreditNote: { ...collectors(201), sandbox_key: '404 not_found' },
  listCreditNotes: readersOfLive,
  readCreditNotePdf: readersOfLive,
}
