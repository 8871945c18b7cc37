import type { RiskHit, RiskOutcome } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { NoneFit } from '../../lists/none-fit.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { tellCause } from '../../parts/tell-cause.ts'
import { When } from '../../parts/when.tsx'
import { useFilters } from '../../routes/use-filters.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { RiskTabs } from './risk-tabs.tsx'
import { riskWords } from './risk-words.ts'
import { tellSentence } from './tell-sentence.ts'

/** What rules have met, newest first. */
export default function HitsScreen() {
  const words = useWords(riskWords)
  const { malipo, key } = useAdmin()
  const [values, choose] = useFilters()
  const { outcome, rule_id, merchant_id, payment_id } = values
  const query = { outcome: outcome as RiskOutcome | undefined, rule_id, merchant_id, payment_id }
  const rows = useRows<RiskHit>([...key, 'risk-hits', query], (cursor, signal) =>
    malipo.admin.riskHits.list({ ...query, cursor }, { signal }),
  )
  const isFiltered = Object.keys(values).length > 0
  return (
    <>
      <PageHead title={words.hits} />
      <RiskTabs />
      <FilterBar
        section="admin-risk-hits"
        values={values}
        onChange={choose}
        filters={[
          {
            name: 'outcome',
            label: words.outcome,
            kind: 'choice',
            choices: Object.entries(words.outcomes).map(([value, label]) => ({ value, label })),
          },
          { name: 'payment_id', label: words.paymentId, kind: 'text' },
          { name: 'rule_id', label: words.ruleId, kind: 'text' },
          { name: 'merchant_id', label: words.merchantId, kind: 'text' },
        ]}
      />
      <RowList
        label={words.hits}
        columns={useColumns()}
        of={rows}
        empty={
          isFiltered ? (
            <NoneFit icon="shield" title={words.noneFit} />
          ) : (
            <Empty icon="shield" title={words.noHits} />
          )
        }
      />
    </>
  )
}

function useColumns(): Column<RiskHit>[] {
  const words = useWords(riskWords)
  const language = useLanguage()
  const { at } = useAdmin()
  return [
    { name: 'at', label: words.at, cell: ({ at: time }) => <When at={time} /> },
    {
      name: 'rule',
      label: words.rule,
      onCard: 'title',
      cell: ({ rule_id, rule_name, rule_version }) => (
        <Link to={`${at}/risk/${rule_id}`}>
          {tellCause(rule_name, language)} ({words.version} {rule_version})
        </Link>
      ),
    },
    {
      name: 'outcome',
      label: words.outcome,
      onCard: 'aside',
      cell: ({ outcome }) => words.outcomes[outcome],
    },
    { name: 'why', label: words.why, cell: ({ sentence }) => tellSentence(sentence, language) },
    {
      name: 'amount',
      label: words.amount,
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      name: 'merchant',
      label: words.merchant,
      cell: ({ merchant_id, merchant_name }) => (
        <Link to={`${at}/merchants/${merchant_id}`}>{merchant_name}</Link>
      ),
    },
    {
      name: 'payment',
      label: words.payment,
      cell: ({ payment_id, kind }) =>
        payment_id === null ? (
          words.notMade
        ) : (
          <Link
            to={`${at}/${kind === 'collection' ? 'payments' : 'withdrawals'}/${payment_id}`}
            className="mono"
          >
            {payment_id.slice(0, 8)}
          </Link>
        ),
    },
  ]
}
