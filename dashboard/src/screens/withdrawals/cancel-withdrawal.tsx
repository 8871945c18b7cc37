import type { WithdrawalWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { useBatch } from '../batches/use-batch.ts'
import { withdrawalWords } from './withdrawal-words.ts'

/** Taken back before anybody has decided; afterwards there is no such button. A row of a batch that nobody has decided about is taken back with all of it. */
export function CancelWithdrawal({
  of: { id, requires_approval, batch_id: batchId },
}: {
  of: WithdrawalWithHistory
}) {
  const words = useWords(withdrawalWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const { data: batch } = useBatch(batchId)
  const isOnItsOwn = batchId === null || batch?.status === 'PROCESSING' || batch?.status === 'PAUSED'
  if (!requires_approval || !isOnItsOwn || !may('cancelWithdrawal')) return null
  return (
    <AskFirst<WithdrawalWithHistory>
      label={environment === 'sandbox' ? words.cancelTest : words.cancel}
      title={words.cancelTitle}
      keep={words.keep}
      send={({ idempotencyKey }) => malipo.withdrawals.cancel(id, { idempotencyKey })}
      onAnswer={(told) => {
        if (!told) return void queries.invalidateQueries({ queryKey: [...key, 'withdrawal', id] })
        queries.setQueryData([...key, 'withdrawal', id], told)
        void queries.invalidateQueries({ queryKey: [...key] })
      }}
    >
      <p>{words.cancelText}</p>
    </AskFirst>
  )
}
