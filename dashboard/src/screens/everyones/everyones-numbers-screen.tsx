import type { AdminControlNumber, AdminListControlNumbersQuery } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { NumberAmount } from '../control-numbers/number-amount.tsx'
import { numbersWords } from '../control-numbers/numbers-words.ts'
import { numberPattern, readNumber } from '../control-numbers/read-number.ts'
import { ShownNumber } from '../control-numbers/shown-number.tsx'
import { everyonesWords } from './everyones-words.ts'

/** Whose a number is that somebody has in hand. Each leads to its business. */
export default function EveryonesNumbersScreen() {
  const words = useWords(everyonesWords)
  const { number: label, numberHint, title, empty, noneFit } = useWords(numbersWords)
  const { malipo, key, at } = useAdmin()
  return (
    <FilteredList
      title={title}
      section="everyones-numbers"
      rowsKey={[...key, 'control-numbers', 'all']}
      at={at}
      linkOf={({ merchant_id: id }) => `${at}/merchants/${id}`}
      icon="control-numbers"
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('number') },
        { name: 'number', label, kind: 'text', pattern: numberPattern, patternHint: numberHint },
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={useColumns()}
      read={({ number, ...others }, page, options) =>
        malipo.admin.controlNumbers.list(
          {
            ...(others as AdminListControlNumbersQuery),
            ...(number !== undefined && { number: readNumber(number) }),
            ...page,
          },
          options,
        )
      }
      noneFit={noneFit}
      empty={<Empty icon="control-numbers" title={empty} />}
    />
  )
}

function useColumns(): Column<AdminControlNumber>[] {
  const words = useWords(everyonesWords)
  const own = useWords(numbersWords)
  return [
    {
      name: 'number',
      label: own.number,
      onCard: 'title',
      cell: ({ number }) => <ShownNumber number={number} />,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="number" status={status} />,
    },
    { name: 'merchant', label: words.merchant, cell: ({ merchant_name }) => merchant_name },
    { name: 'amount', label: words.amount, isNumber: true, cell: (row) => <NumberAmount of={row} /> },
    {
      name: 'paid',
      label: own.paid,
      isNumber: true,
      cell: ({ paid_count: times, paid_amount: sum, currency }) =>
        times === 0 ? '–' : <Money amount={sum} currency={currency} />,
    },
    { name: 'when', label: own.made, cell: ({ created_at }) => <When at={created_at} /> },
  ]
}
