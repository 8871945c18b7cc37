import type { ApiKey } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { KeyState } from './key-state.tsx'
import { keysWords } from './keys-words.ts'

export default function KeysScreen() {
  const words = useWords(keysWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const may = useMay()
  const place = `/m/${merchantId}/${environment}/keys`
  const rows = useRows<ApiKey>([...key, 'keys'], (cursor, signal) =>
    malipo.apiKeys.list({ environment, cursor, page_size: 50 }, { signal }),
  )
  const every = Object.keys(words.powers).length
  const columns: Column<ApiKey>[] = [
    { name: 'name', label: words.name, onCard: 'title', cell: ({ name }) => name },
    { name: 'state', label: words.state, onCard: 'aside', cell: (one) => <KeyState of={one} /> },
    {
      name: 'power',
      label: words.power,
      cell: ({ scopes }) => (scopes.length === every ? words.everything : words.some(scopes.length)),
    },
    {
      name: 'last-four',
      label: words.lastFour,
      cell: ({ last_four }) => <span className="mono">…{last_four}</span>,
    },
    {
      name: 'used',
      label: words.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : words.never),
    },
    { name: 'created', label: words.created, cell: ({ created_at }) => <When at={created_at} only="day" /> },
  ]
  const createLink = may('createApiKey') && (
    <Link to={`${place}/new`} {...buttonLook()}>
      <Icon name="plus" />
      {environment === 'sandbox' ? words.createTest : words.create}
    </Link>
  )
  return (
    <>
      <PageHead title={words.title}>{createLink}</PageHead>
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${place}/${id}`}
        empty={
          <Empty icon="keys" title={words.empty}>
            <p>{environment === 'sandbox' ? words.emptyTestText : words.emptyText}</p>
            {createLink}
          </Empty>
        }
      />
    </>
  )
}
