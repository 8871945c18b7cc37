import type { ControlNumber, Invoice } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NumbersFor } from './numbers-for.tsx'
import { numbersWords } from './numbers-words.ts'

/** What the payer of an invoice types; made with one press, for what is due of it. */
export function NumberOfInvoice({ of: { id, status } }: { of: Invoice }) {
  const words = useWords(numbersWords)
  const may = useMay()
  const { malipo, key, environment } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<ControlNumber>()
  const make = async () => {
    await submission.submit(({ idempotencyKey }) =>
      malipo.controlNumbers.create({ kind: 'ORDER', invoice_id: id }, { idempotencyKey }),
    )
    void queries.invalidateQueries({ queryKey: [...key, 'control-numbers'] })
    void queries.invalidateQueries({ queryKey: [...key, 'invoices'] })
  }
  const isOwed = status === 'SENT' || status === 'PARTIALLY_PAID' || status === 'OVERDUE'
  return (
    <NumbersFor
      query={{ invoice_id: id }}
      add={(hasOpen) =>
        isOwed &&
        !hasOpen &&
        may('createControlNumber') && (
          <>
            <FormTrouble error={submission.error} />
            <div>
              <Button
                look="plain"
                icon="control-numbers"
                isBusy={submission.isSending}
                onClick={() => void make()}
              >
                {environment === 'sandbox' ? words.makeTestForInvoice : words.makeForInvoice}
              </Button>
            </div>
          </>
        )
      }
    />
  )
}
