import type { FiscalReceipt, MerchantCollectionWithHistory } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AskFirst } from '../../forms/ask-first.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { FiscalBadge } from './fiscal-badge.tsx'
import { fiscalWords } from './fiscal-words.ts'

/** How a payment stands with the tax authority; nothing where none is owed. */
export function FiscalOfPayment({ payment }: { payment: MerchantCollectionWithHistory }) {
  const words = useWords(fiscalWords)
  const may = useMay()
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const { fiscal_status: status, verification_code: code, verification_url: url, fiscal_note: note } = payment
  const failed = useQuery({
    queryKey: [...key, 'fiscal-receipt', payment.id],
    queryFn: ({ signal }) => malipo.fiscal.listReceipts({ collection_id: payment.id }, { signal }),
    enabled: status === 'FAILED' && may('listFiscalReceipts'),
  })
  if (status === 'OFF') return null
  const refused = failed.data?.items[0]
  return (
    <section className="card stack" aria-label={words.receipt}>
      <div className="row apart">
        <h2>{words.receipt}</h2>
        <FiscalBadge status={status} />
      </div>
      {code && (
        <>
          <Copyable text={code} label={words.code} />
          {url && <a href={url}>{words.check}</a>}
        </>
      )}
      {note && <Notice tone="waiting">{words.note}</Notice>}
      {refused && <p className="breaks">{refused.failure_reason}</p>}
      {refused && may('retryFiscalReceipt') && (
        <AskFirst<FiscalReceipt>
          label={words.again}
          look="plain"
          title={words.againTitle}
          keep={words.keep}
          send={(options) => malipo.fiscal.retryReceipt(refused.id, options)}
          onAnswer={() => queries.invalidateQueries({ queryKey: key })}
        >
          <p>{words.againText}</p>
        </AskFirst>
      )}
    </section>
  )
}
