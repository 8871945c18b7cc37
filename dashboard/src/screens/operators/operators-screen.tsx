import type { Operator } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { operatorsWords } from './operators-words.ts'

export default function OperatorsScreen() {
  const words = useWords(operatorsWords)
  const { malipo, key } = useAdmin()
  const rows = useRows<Operator>([...key, 'operators'], (cursor, signal) =>
    malipo.admin.operators.list({ cursor }, { signal }),
  )
  return (
    <>
      <PageHead title={words.title} />
      <p className="muted narrow">{words.text}</p>
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        empty={<Empty icon="team" title={words.none} />}
      />
    </>
  )
}

function useColumns(): Column<Operator>[] {
  const words = useWords(operatorsWords)
  return [
    {
      name: 'name',
      label: words.name,
      onCard: 'title',
      cell: ({ name, email }) => (
        <>
          {name}
          <p className="small muted breaks">{email}</p>
        </>
      ),
    },
    {
      name: 'factor',
      label: words.secondFactor,
      onCard: 'aside',
      cell: ({ two_factor_enabled }) => (
        <Badge tone={two_factor_enabled ? 'paid' : 'failed'}>
          {two_factor_enabled ? words.on : words.off}
        </Badge>
      ),
    },
    {
      name: 'since',
      label: words.factorSince,
      cell: ({ two_factor_since }) => <When at={two_factor_since} />,
    },
    {
      name: 'mail',
      label: words.mail,
      cell: ({ email_verified }) => (email_verified ? words.proven : words.notProven),
    },
    {
      name: 'signedIn',
      label: words.signedIn,
      cell: ({ last_signed_in_at }) => <When at={last_signed_in_at} />,
    },
    { name: 'acted', label: words.acted, cell: ({ last_acted_at }) => <When at={last_acted_at} /> },
  ]
}
