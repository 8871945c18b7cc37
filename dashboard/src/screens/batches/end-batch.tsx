import type { DisbursementBatchWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { batchWords } from './batch-words.ts'
import { batchKey } from './use-batch.ts'

type Props = { of: DisbursementBatchWithHistory }

/** Taken back before anybody has decided; afterwards there is no such button. */
export function CancelBatch({ of: { id, status, row_count: rows } }: Props) {
  const words = useWords(batchWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const isUndecided = status === 'PENDING_ADMIN_APPROVAL' || status === 'INFO_REQUESTED'
  if (!isUndecided || !may('cancelDisbursementBatch')) return null
  return (
    <AskFirst<DisbursementBatchWithHistory>
      label={environment === 'sandbox' ? words.cancelTest : words.cancel}
      title={words.cancelTitle}
      keep={words.keep}
      send={({ idempotencyKey }) => malipo.batches.cancel(id, { idempotencyKey })}
      onAnswer={(told) => {
        if (told) queries.setQueryData(batchKey(key, id), told)
        void queries.invalidateQueries({ queryKey: [...key] })
      }}
    >
      <p>{words.cancelText(rows)}</p>
    </AskFirst>
  )
}

/** What failed becomes a batch of its own. Where none has failed, or all were tried again already, there is no such button. */
export function RetryFailed({ of }: Props) {
  const { id, rows_to_retry: failed } = of
  const words = useWords(batchWords)
  const { merchantId, malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const navigate = useNavigate()
  if (failed === 0 || !may('retryFailedRows')) return null
  return (
    <AskFirst<DisbursementBatchWithHistory>
      label={environment === 'sandbox' ? words.retryTest : words.retry}
      look="plain"
      icon="refresh"
      title={words.retryTitle}
      confirm={words.retryNow}
      send={({ idempotencyKey }) => malipo.batches.retryFailed(id, { idempotencyKey })}
      onAnswer={async (made) => {
        if (!made) return
        // Whoever comes back before it was read anew is not offered it once more.
        queries.setQueryData(batchKey(key, id), { ...of, rows_to_retry: 0 })
        void queries.invalidateQueries({ queryKey: [...key] })
        await navigate({ to: `/m/${merchantId}/${environment}/batches/${made.id}` })
      }}
    >
      <p>{words.retryText(failed)}</p>
      <p>{words.retryOnce}</p>
    </AskFirst>
  )
}
