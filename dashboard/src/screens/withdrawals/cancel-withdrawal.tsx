import type { WithdrawalWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { withdrawalWords } from './withdrawal-words.ts'

/** Taken back before anybody has decided; afterwards there is no such button. */
export function CancelWithdrawal({ of: { id, requires_approval } }: { of: WithdrawalWithHistory }) {
  const words = useWords(withdrawalWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const submission = useSubmission<WithdrawalWithHistory>()
  const [isOpen, setOpen] = useState(false)
  if (!requires_approval || !may('cancelWithdrawal')) return null
  const send = async () => {
    const told = await submission.submit(({ idempotencyKey }) =>
      malipo.withdrawals.cancel(id, { idempotencyKey }),
    )
    if (!told) return void queries.invalidateQueries({ queryKey: [...key, 'withdrawal', id] })
    setOpen(false)
    queries.setQueryData([...key, 'withdrawal', id], told)
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  const label = environment === 'sandbox' ? words.cancelTest : words.cancel
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={words.cancelTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form submission={submission} onSubmit={() => void send()}>
          <p>{words.cancelText}</p>
          <div className="row">
            <Button type="submit" look="danger" isBusy={submission.isSending}>
              {label}
            </Button>
            <Button look="plain" onClick={() => setOpen(false)}>
              {words.keep}
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
