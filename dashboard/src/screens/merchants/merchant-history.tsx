import type { MerchantHistoryEntry } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { FewRows } from '../../lists/few-rows.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { merchantsWords } from './merchants-words.ts'

type Entry = MerchantHistoryEntry & { id: string }

/** What people with power did about it. */
export function MerchantHistory({
  of: entries,
  merchantId,
}: {
  of: MerchantHistoryEntry[]
  merchantId: string
}) {
  const words = useWords(merchantsWords)
  const { at } = useAdmin()
  const rows = entries.map((entry, place): Entry => ({ ...entry, id: `${entry.at} ${place}` }))
  return (
    <div className="card stack">
      <div className="row apart">
        <h2>{words.history}</h2>
        <Link to={`${at}/audit`} search={{ merchant: merchantId }}>
          {words.wholeHistory}
        </Link>
      </div>
      <FewRows
        label={words.history}
        rows={rows}
        columns={[
          { name: 'action', label: words.action, onCard: 'title', cell: ({ action }) => action },
          { name: 'at', label: words.at, onCard: 'aside', cell: ({ at: when }) => <When at={when} /> },
          {
            name: 'by',
            label: words.by,
            cell: ({ by, actor_kind }) => by ?? (actor_kind === 'operator' ? words.atMachine : actor_kind),
          },
        ]}
        empty={<p className="muted">{words.noHistory}</p>}
      />
    </div>
  )
}
