import type { ControlNumber, ListControlNumbersQuery } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Money } from '../../parts/money.tsx'
import { Status } from '../../parts/status.tsx'
import { useStatusChoices } from '../../parts/status-choices.ts'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { NumberAmount } from './number-amount.tsx'
import { numbersWords } from './numbers-words.ts'
import { numberPattern, readNumber } from './read-number.ts'
import { ShownNumber } from './shown-number.tsx'

export default function NumbersScreen() {
  const words = useWords(numbersWords)
  const { merchantId, environment, malipo } = useMerchant()
  const may = useMay()
  return (
    <ListScreen
      section="control-numbers"
      words={words}
      needs="createControlNumber"
      besides={
        may('createControlNumbers') && (
          <Link
            to={`/m/${merchantId}/${environment}/control-numbers/many`}
            {...buttonLook({ look: 'plain' })}
          >
            <Icon name="upload" />
            {environment === 'sandbox' ? words.manyTest : words.many}
          </Link>
        )
      }
      filters={[
        { name: 'status', label: words.status, kind: 'choice', choices: useStatusChoices('number') },
        {
          name: 'number',
          label: words.number,
          kind: 'text',
          pattern: numberPattern,
          patternHint: words.numberHint,
        },
        { name: 'merchant_reference', label: words.reference, kind: 'text' },
        { name: 'from', label: words.from, kind: 'day' },
        { name: 'to', label: words.to, kind: 'day' },
      ]}
      columns={columnsIn(words)}
      read={({ number, ...chosen }, page, options) =>
        malipo.controlNumbers.list(
          {
            ...(chosen as ListControlNumbersQuery),
            ...(number !== undefined && { number: readNumber(number) }),
            ...page,
          },
          options,
        )
      }
    />
  )
}

function columnsIn(words: (typeof numbersWords)['en']): Column<ControlNumber>[] {
  return [
    {
      name: 'number',
      label: words.number,
      onCard: 'title',
      cell: ({ number }) => <ShownNumber number={number} />,
    },
    {
      name: 'status',
      label: words.status,
      onCard: 'aside',
      cell: ({ status }) => <Status of="number" status={status} />,
    },
    {
      name: 'text',
      label: words.text,
      cell: ({ description, merchant_reference: reference }) => (
        <span className="breaks">{description ?? reference ?? '–'}</span>
      ),
    },
    { name: 'kind', label: words.kind, cell: ({ kind }) => words.kinds[kind] },
    { name: 'amount', label: words.amount, isNumber: true, cell: (row) => <NumberAmount of={row} /> },
    {
      name: 'paid',
      label: words.paid,
      isNumber: true,
      cell: ({ paid_count: times, paid_amount: sum, currency }) =>
        times === 0 ? '–' : <Money amount={sum} currency={currency} />,
    },
    { name: 'made', label: words.made, cell: ({ created_at }) => <When at={created_at} /> },
  ]
}
