import type { CreditNote, Invoice } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../calls/save-file.ts'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { AreaField, TextField } from '../../kit/fields.tsx'
import { Money } from '../../parts/money.tsx'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { refundWords } from '../refunds/refund-words.ts'
import { creditNoteWords } from './credit-note-words.ts'

type Props = { of: Invoice }

/** What was taken back of what is billed, each on paper, and a way to take back more. */
export function CreditNotes({ of: invoice }: Props) {
  const words = useWords(creditNoteWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const isIssued = invoice.status !== 'DRAFT' && invoice.status !== 'VOID'
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'invoices', invoice.id, 'credit-notes', invoice.amount_credited],
    queryFn: ({ signal }) => malipo.invoices.creditNotes(invoice.id, { page_size: 100 }, { signal }),
    enabled: isIssued && invoice.amount_credited !== '0.00' && may('listCreditNotes'),
  })
  const notes = data?.items ?? []
  const mayIssue = isIssued && invoice.status !== 'CREDITED' && may('createCreditNote')
  if (!error && notes.length === 0 && !mayIssue) return null
  return (
    <section className="card stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {invoice.amount_credited === '0.00' && <p className="muted">{words.none}</p>}
      {notes.map((note) => (
        <OneNote key={note.id} of={note} />
      ))}
      {mayIssue && <IssueNote of={invoice} />}
    </section>
  )
}

function OneNote({ of: note }: { of: CreditNote }) {
  const words = useWords(creditNoteWords)
  const { reasons } = useWords(refundWords)
  const lang = useLanguage()
  const { malipo } = useMerchant()
  const submission = useSubmission<Uint8Array<ArrayBuffer>>()
  const load = async () => {
    const bytes = await submission.submit(() =>
      malipo.invoices.creditNotePdf(note.invoice_id, note.id, { lang }),
    )
    if (bytes) saveFile(`${note.number}.pdf`, 'application/pdf', bytes)
  }
  const known: Partial<Record<string, string>> = note.refund_id === null ? {} : reasons
  return (
    <div className="row apart">
      <span>
        {note.number} <Money amount={note.amount} currency={note.currency} />
        <br />
        <span className="muted small">
          {known[note.reason] ?? note.reason}, <When at={note.created_at} />
        </span>
      </span>
      <span>
        <FormTrouble error={submission.error} />
        <Button
          look="plain"
          icon="download"
          aria-label={words.pdfOf(note.number)}
          isBusy={submission.isSending}
          onClick={() => void load()}
        >
          {words.pdf}
        </Button>
      </span>
    </div>
  )
}

function IssueNote({ of: invoice }: Props) {
  const words = useWords(creditNoteWords)
  const { environment } = useMerchant()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button look="plain" onClick={() => setOpen(true)}>
        {environment === 'sandbox' ? words.issueTest : words.issue}
      </Button>
      <Dialog title={words.issue} isOpen={isOpen} onClose={() => setOpen(false)}>
        <IssueForm of={invoice} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function IssueForm({ of: invoice, onDone }: Props & { onDone(): void }) {
  const words = useWords(creditNoteWords)
  const { malipo, key, environment } = useMerchant()
  const submission = useSubmission<CreditNote>()
  const queries = useQueryClient()
  const [amountWrong, setAmountWrong] = useState<string>()
  const send = async (fields: FormData) => {
    const amount = readAmount(String(fields.get('amount') ?? ''))
    setAmountWrong(amount === undefined ? words.amountWrong : undefined)
    if (amount === undefined) return
    const reason = String(fields.get('reason') ?? '').trim()
    const issued = await submission.submit((options) =>
      malipo.invoices.credit(invoice.id, { amount, reason }, options),
    )
    if (!issued) return
    void queries.invalidateQueries({ queryKey: [...key] })
    onDone()
  }
  return (
    <Form submission={submission} onSubmit={(fields) => void send(fields)}>
      <p>{words.text}</p>
      <TextField
        name="amount"
        label={words.amount}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={invoice.amount_due === '0.00' ? '' : invoice.amount_due}
        problem={amountWrong}
      />
      <AreaField name="reason" label={words.reason} hint={words.reasonHint} required maxLength={300} />
      <Button type="submit" isWide isBusy={submission.isSending}>
        {environment === 'sandbox' ? words.sendTest : words.send}
      </Button>
    </Form>
  )
}
