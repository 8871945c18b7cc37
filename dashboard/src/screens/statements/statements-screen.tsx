import type { Statement } from '@malipo/sdk'
import { useMerchant } from '../../frame/use-merchant.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { StatementTabs } from '../statement/statement-tabs.tsx'
import { AskForStatement } from './ask-for-statement.tsx'
import { daysOf } from './days-of.ts'
import { StatementSchedule } from './statement-schedule.tsx'
import { statementsWords } from './statements-words.ts'

/** Statements of whole days: those that were asked for, and those that come by themselves. */
export default function StatementsScreen() {
  const words = useWords(statementsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const language = useLanguage()
  const here = `/m/${merchantId}/${environment}`
  const rows = useRows<Statement>([...key, 'statements'], (cursor, signal) =>
    malipo.statements.list({ cursor, page_size: 25 }, { signal }),
  )
  const columns: Column<Statement>[] = [
    { name: 'period', label: words.period, onCard: 'title', cell: (one) => daysOf(one, language) },
    { name: 'kind', label: words.kind, cell: ({ kind }) => words.kinds[kind] },
    { name: 'state', label: words.state, cell: ({ status }) => words.states[status] },
    {
      name: 'count',
      label: words.count,
      isNumber: true,
      cell: ({ totals }) => totals?.count ?? '–',
    },
    {
      name: 'closing',
      label: words.closing,
      isNumber: true,
      onCard: 'aside',
      cell: ({ closing, currency }) =>
        closing ? <Money amount={closing.available} currency={currency} /> : '–',
    },
  ]
  return (
    <>
      <PageHead title={words.title} />
      <StatementTabs />
      <AskForStatement />
      <RowList
        label={words.title}
        columns={columns}
        of={rows}
        linkOf={({ id }) => `${here}/statements/${id}`}
        empty={
          <Empty icon="statement" title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        }
      />
      <StatementSchedule />
    </>
  )
}
