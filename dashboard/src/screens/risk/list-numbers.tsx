import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { formatPhone } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { conditionWords } from './condition-words.ts'

/** As many as one reads at a glance. */
const shown = 5

/** Who is on a list, beside the condition that asks for it: a name that is mistyped has nobody on it. */
export function ListNumbers({ list }: { list: string }) {
  const words = useWords(conditionWords)
  const { malipo, key, at } = useAdmin()
  const found = useQuery({
    queryKey: [...key, 'risk-lists', 'some', list],
    queryFn: ({ signal }) => malipo.admin.riskLists.list({ list, page_size: shown }, { signal }),
    enabled: /^[a-z0-9-]{1,40}$/.test(list),
  })
  if (!found.data) return null
  const { items } = found.data
  if (items.length === 0) return <p className="muted">{words.nobodyOnIt}</p>
  return (
    <p className="muted">
      {words.onIt}: {items.map(({ value }) => formatPhone(value)).join(', ')}.{' '}
      <Link to={`${at}/risk-lists`} search={{ list }}>
        {words.more}
      </Link>
    </p>
  )
}
