import type { AdminMerchant, VerificationStatus } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { buttonLook } from '../../kit/button.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import type { Filter } from '../../lists/filters.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { withIds } from '../../lists/with-ids.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { merchantsWords } from './merchants-words.ts'

export default function MerchantsScreen() {
  const words = useWords(merchantsWords)
  const { malipo, key, at } = useAdmin()
  const [values, choose] = useFilters()
  const query = {
    search: values.search,
    verification_status: values.verification as VerificationStatus | undefined,
    is_active: values.state === undefined ? undefined : values.state === 'active',
  }
  const rows = useRows([...key, 'merchants', query], (cursor, signal) =>
    withIds(malipo.admin.merchants.list({ ...query, cursor }, { signal }), (one) => one.merchant_id),
  )
  const isAsked = Object.values(values).some(Boolean)
  return (
    <>
      <PageHead title={words.title}>
        <Link to={`${at}/merchants/new`} {...buttonLook()}>
          {words.create}
        </Link>
      </PageHead>
      <FilterBar section="admin-merchants" filters={useMerchantFilters()} values={values} onChange={choose} />
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        linkOf={({ merchant_id }) => `${at}/merchants/${merchant_id}`}
        empty={
          <Empty icon="till" title={isAsked ? words.noneFound : words.none}>
            <p>{isAsked ? words.noneFoundText : words.noneText}</p>
          </Empty>
        }
      />
    </>
  )
}

function useMerchantFilters(): Filter[] {
  const words = useWords(merchantsWords)
  const { verification, merchant } = useWords(statusWords)
  return [
    { name: 'search', label: words.search, kind: 'text', hint: words.searchHint },
    {
      name: 'verification',
      label: words.verification,
      kind: 'choice',
      choices: Object.entries(verification).map(([value, [, label]]) => ({ value, label })),
    },
    {
      name: 'state',
      label: words.state,
      kind: 'choice',
      choices: [
        { value: 'active', label: merchant.active[1] },
        { value: 'suspended', label: merchant.suspended[1] },
      ],
    },
  ]
}

function useColumns(): Column<AdminMerchant & { id: string }>[] {
  const words = useWords(merchantsWords)
  return [
    { name: 'name', label: words.name, onCard: 'title', cell: ({ name }) => name },
    {
      name: 'verification',
      label: words.verification,
      onCard: 'aside',
      cell: ({ verification_status }) => <Status of="verification" status={verification_status} />,
    },
    {
      name: 'state',
      label: words.state,
      cell: ({ is_active }) => <Status of="merchant" status={is_active ? 'active' : 'suspended'} />,
    },
    {
      name: 'threshold',
      label: words.threshold,
      isNumber: true,
      cell: ({ hold_threshold }) => (hold_threshold === null ? '–' : <Money amount={hold_threshold} />),
    },
    { name: 'since', label: words.since, cell: ({ created_at }) => <When at={created_at} only="day" /> },
  ]
}
