import type { Refund, RefundWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { isOwed } from './refund-status.ts'
import { refundWords } from './refund-words.ts'

/** Taken back before anybody has decided; afterwards there is no such button, and never for what is owed to whoever paid. */
export function CancelRefund({ of: refund }: { of: Refund }) {
  const words = useWords(refundWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  if (!refund.requires_approval || isOwed(refund) || !may('cancelRefund')) return null
  return (
    <AskFirst<RefundWithHistory>
      label={words.cancel}
      title={words.cancelTitle}
      keep={words.keep}
      send={({ idempotencyKey }) => malipo.refunds.cancel(refund.id, { idempotencyKey })}
      onAnswer={(told) => {
        if (told) queries.setQueryData([...key, 'refund', told.id], told)
        void queries.invalidateQueries({ queryKey: [...key] })
      }}
    >
      <p>{words.cancelText}</p>
    </AskFirst>
  )
}
