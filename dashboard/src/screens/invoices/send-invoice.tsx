import type { Invoice, SentInvoice } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ByWhatsApp } from '../../parts/by-whatsapp.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Notice } from '../../parts/notice.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { invoicesWords } from './invoices-words.ts'

/** Sends it by every way there is (`button`), and says of each what became of it (`told`). */
export function useSending({ id, status }: Invoice): { button: ReactNode; told: ReactNode } {
  const words = useWords(invoicesWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const submission = useSubmission<SentInvoice>()
  const [sent, setSent] = useState<SentInvoice>()
  const isSendable = status !== 'PAID' && status !== 'VOID'
  const send = async () => {
    const answer = await submission.submit(({ idempotencyKey }) =>
      malipo.invoices.send(id, { idempotencyKey }),
    )
    if (!answer) return
    setSent(answer)
    void queries.invalidateQueries({ queryKey: [...key, 'invoices'] })
  }
  const first = environment === 'sandbox' ? words.sendTest : words.send
  const button = isSendable && may('sendInvoice') && (
    <Button
      icon="send"
      look={status === 'DRAFT' ? 'main' : 'plain'}
      isBusy={submission.isSending}
      onClick={() => void send()}
    >
      {status === 'DRAFT' ? first : words.sendAgain}
    </Button>
  )
  const told = (
    <>
      <FormTrouble error={submission.error} />
      {sent && (
        <Notice tone="waiting">
          {sent.messages.map(({ channel, state }) => (
            <p key={channel}>{words.queued[channel][state]}</p>
          ))}
          <p>{words.sendYourself}</p>
          <Copyable text={sent.share_text} label={words.link} />
          <div>
            <ByWhatsApp text={sent.share_text} look="plain" />
          </div>
        </Notice>
      )}
    </>
  )
  return { button, told }
}
