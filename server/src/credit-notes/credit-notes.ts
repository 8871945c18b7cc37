import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import { type Route, readPage, route } from '../http/http.ts'
import { findInvoice } from '../invoices/invoices.ts'
import { readLooks } from '../merchants/merchants.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { PrintCreditNote } from './credit-note-printer.ts'
import { type CreditNoteRow, creditNoteColumns, numberOf, showCreditNote } from './credit-note-row.ts'
import { issueCreditNote } from './issue-credit-note.ts'

export { creditNotePrinter, type PrintCreditNote } from './credit-note-printer.ts'
export { creditRefunds, type RefundStep } from './credit-refunds.ts'

type Parts = { world: World; printCreditNote: PrintCreditNote }

/** What merchants take back of what they have billed. */
export function routes({ world, printCreditNote }: Parts): Route[] {
  return [
    route(operations.createCreditNote, (call) =>
      call.idempotently(async (tx) => {
        const { params, body, caller } = call
        const note = await issueCreditNote(tx, world, caller, params.invoice_id, body)
        const subject = { kind: 'credit_note', id: note.id } as const
        noteByPerson(tx, world, call, {
          action: 'credit_note.issue',
          subject,
          details: { invoice_id: note.invoice_id },
        })
        return note
      }),
    ),
    route(operations.listCreditNotes, async ({ params, query, caller, lists }) => {
      const invoice = await findInvoice(lists, caller, params.invoice_id)
      return await readPage(lists, query, {
        rows: lists`select ${creditNoteColumns} from credit_notes where invoice_id = ${invoice.id}`,
        show: (row: CreditNoteRow) => showCreditNote(row, invoice),
      })
    }),
    route(operations.readCreditNotePdf, async ({ params, query, caller, lists }) => {
      const invoice = await findInvoice(lists, caller, params.invoice_id)
      const [note] = isId(params.credit_note_id)
        ? await lists<CreditNoteRow[]>`
            select ${creditNoteColumns} from credit_notes where id = ${params.credit_note_id} and invoice_id = ${invoice.id}`
        : []
      if (!note) throw new Refusal('not_found')
      const { name, display_name: shown, language } = await readLooks(lists, caller.merchantId)
      const bytes = await printCreditNote({
        note,
        invoice,
        shop: shown ?? name,
        language: query.lang ?? language ?? 'sw',
      })
      return { name: `${numberOf(note)}.pdf`, bytes }
    }),
  ]
}
