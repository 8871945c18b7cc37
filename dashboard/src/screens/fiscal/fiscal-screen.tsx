import type { FiscalDay, FiscalReceipt } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { settingsWords } from '../settings/settings-words.ts'
import { FiscalBadge } from './fiscal-badge.tsx'
import { FiscalForm } from './fiscal-form.tsx'
import { fiscalWords } from './fiscal-words.ts'

/** How often a registration that is under way is looked at. */
const lookEveryMs = 3_000

/** Receipts of the tax authority: whether there are any, which, and the days that were closed. */
export default function FiscalScreen() {
  const words = useWords(fiscalWords)
  const { title: settingsTitle } = useWords(settingsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const settings = useQuery({
    queryKey: [...key, 'fiscal-settings'],
    queryFn: ({ signal }) => malipo.fiscal.getSettings({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.is_enabled && state.data.registration_status === 'PENDING' ? lookEveryMs : false,
  })
  const { data } = settings
  return (
    <>
      <PageHead
        title={words.title}
        above={<WayBack to={`/m/${merchantId}/${environment}/settings`}>{settingsTitle}</WayBack>}
      />
      <p className="muted">{words.about}</p>
      {settings.error && <Trouble error={settings.error} retry={() => void settings.refetch()} />}
      {settings.isPending && <Waiting rows={4} />}
      {data && (
        <div className="card stack" style={{ width: '100%', maxWidth: '34rem' }}>
          {!data.is_available && <Notice tone="waiting">{words.unavailable}</Notice>}
          {data.behind_since && <Notice tone="waiting">{words.behind}</Notice>}
          {data.registration_problem && <Notice tone="failed">{data.registration_problem}</Notice>}
          <dl className="facts">
            <Fact name={words.registration}>{words.registrations[data.registration_status]}</Fact>
            <Fact name={words.last}>{data.last_number}</Fact>
          </dl>
          <FiscalForm of={data} />
        </div>
      )}
      {data && data.registration_status !== 'NONE' && (
        <>
          <Receipts />
          <Days />
        </>
      )}
    </>
  )
}

/** What a receipt is of, or a day came to. */
function amountColumn<Row extends { amount: string; currency: string }>(
  label: string,
  onCard: 'title' | 'aside',
): Column<Row> {
  return {
    ...{ name: 'amount', label, isNumber: true, onCard },
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  }
}

function Receipts() {
  const words = useWords(fiscalWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const rows = useRows<FiscalReceipt>([...key, 'fiscal-receipts'], (cursor, signal) =>
    malipo.fiscal.listReceipts({ cursor, page_size: 25 }, { signal }),
  )
  const columns: Column<FiscalReceipt>[] = [
    { name: 'number', label: words.number, isNumber: true, cell: ({ number }) => number ?? '–' },
    amountColumn(words.amount, 'title'),
    {
      name: 'state',
      label: words.state,
      onCard: 'aside',
      cell: ({ status }) => <FiscalBadge status={status} />,
    },
    {
      name: 'when',
      label: words.when,
      cell: ({ collection_id, queued_at }) =>
        collection_id === null ? words.noPayment : <When at={queued_at} />,
    },
  ]
  return (
    <section className="stack">
      <h2>{words.receipts}</h2>
      <RowList
        label={words.receipts}
        columns={columns}
        of={rows}
        linkOf={({ collection_id: id }) => id && `/m/${merchantId}/${environment}/payments/${id}`}
        empty={
          <Empty icon="invoices" title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        }
      />
    </section>
  )
}

function Days() {
  const words = useWords(fiscalWords)
  const { malipo, key } = useMerchant()
  const rows = useRows<FiscalDay>([...key, 'fiscal-days'], (cursor, signal) =>
    malipo.fiscal.listDays({ cursor, page_size: 25 }, { signal }),
  )
  const columns: Column<FiscalDay>[] = [
    { name: 'day', label: words.day, onCard: 'title', cell: ({ day }) => day },
    { name: 'count', label: words.count, isNumber: true, cell: ({ receipts }) => receipts },
    amountColumn(words.amount, 'aside'),
    { name: 'state', label: words.state, cell: ({ status }) => words.dayStates[status] },
  ]
  return (
    <section className="stack">
      <h2>{words.days}</h2>
      <RowList
        label={words.days}
        columns={columns}
        of={rows}
        empty={<Empty icon="statement" title={words.noDays} />}
      />
    </section>
  )
}
