import type { AdminMerchant, VerificationStatus } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { buttonLook } from '../../kit/button.tsx'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Filter } from '../../lists/filters.ts'
import type { Column } from '../../lists/rows-shown.ts'
import { withIds } from '../../lists/with-ids.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { statusWords } from '../../parts/status-words.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { merchantsWords } from './merchants-words.ts'

export default function MerchantsScreen() {
  const words = useWords(merchantsWords)
  const { malipo, key, at } = useAdmin()
  return (
    <FilteredList
      title={words.title}
      section="admin-merchants"
      rowsKey={[...key, 'merchants']}
      at={`${at}/merchants`}
      icon="till"
      filters={useMerchantFilters()}
      columns={useColumns()}
      read={({ search, verification, state }, page, options) => {
        const asked = {
          search,
          verification_status: verification as VerificationStatus | undefined,
          is_active: state === undefined ? undefined : state === 'active',
        }
        const read = malipo.admin.merchants.list({ ...asked, ...page }, options)
        return withIds(read, ({ merchant_id }) => merchant_id)
      }}
      noneFit={words.noneFound}
      actions={
        <Link to={`${at}/merchants/new`} {...buttonLook()}>
          {words.create}
        </Link>
      }
      empty={
        <Empty icon="till" title={words.none}>
          <p>{words.noneText}</p>
        </Empty>
      }
    />
  )
}

function useMerchantFilters(): Filter[] {
  const words = useWords(merchantsWords)
  const { merchant } = useWords(statusWords)
  return [
    { name: 'search', label: words.search, kind: 'text', hint: words.searchHint },
    {
      name: 'verification',
      label: words.verification,
      kind: 'choice',
      choices: useStatusChoices('verification'),
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
