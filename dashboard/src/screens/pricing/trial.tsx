import type { PricingTrial, TriedKind, TriedMerchant } from '@malipo/sdk'
import { useAdmin } from '../../admin/use-admin.ts'
import { FewRows } from '../../lists/few-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Money } from '../../parts/money.tsx'
import { Notice } from '../../parts/notice.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { pricingWords } from './pricing-words.ts'

type Row = Pick<TriedKind & TriedMerchant, 'fees_now' | 'fees_then' | 'difference'>

/** What past payments did cost, what they would have cost, and whom it touches most. */
export function Trial({ of: trial, isOfAll }: { of: PricingTrial; isOfAll: boolean }) {
  const words = useWords(pricingWords)
  const { at } = useAdmin()
  const figures = useFigures(trial.currency)
  const kinds = trial.kinds.map((one) => ({ ...one, id: one.kind }))
  const merchants = trial.merchants.map((one) => ({ ...one, id: one.merchant_id }))
  return (
    <section className="card stack" aria-labelledby="trial">
      <h2 id="trial">{words.trial}</h2>
      <dl className="facts">
        <dt>{words.payments}</dt>
        <dd>{trial.payments}</dd>
        <dt>{words.now}</dt>
        <dd>
          <Money amount={trial.fees_now} currency={trial.currency} />
        </dd>
        <dt>{words.afterwards}</dt>
        <dd>
          <Money amount={trial.fees_then} currency={trial.currency} />
        </dd>
        <dt>{words.difference}</dt>
        <dd>
          <strong>
            <Money amount={trial.difference} currency={trial.currency} />
          </strong>
        </dd>
      </dl>
      {trial.truncated && (
        <Notice tone="checked">
          <p>
            {words.truncated} <When at={trial.oldest_counted_at} />
          </p>
        </Notice>
      )}
      {kinds.length > 1 && (
        <FewRows<TriedKind & { id: string }>
          label={words.byKind}
          rows={kinds}
          columns={[
            { name: 'kind', label: words.kind, onCard: 'title', cell: ({ kind }) => kind },
            ...figures,
          ]}
        />
      )}
      {isOfAll && merchants.length > 0 && (
        <>
          <h3>{words.mostAffected}</h3>
          <FewRows<TriedMerchant & { id: string }>
            label={words.mostAffected}
            rows={merchants}
            linkOf={({ merchant_id }) => `${at}/merchants/${merchant_id}`}
            columns={[
              {
                name: 'merchant',
                label: words.merchant,
                onCard: 'title',
                cell: ({ merchant_name }) => merchant_name,
              },
              ...figures,
            ]}
          />
        </>
      )}
    </section>
  )
}

function useFigures(currency: string): Column<Row>[] {
  const words = useWords(pricingWords)
  const amount = (of: (row: Row) => string) => (row: Row) => <Money amount={of(row)} currency={currency} />
  return [
    { name: 'now', label: words.now, isNumber: true, cell: amount((row) => row.fees_now) },
    { name: 'then', label: words.afterwards, isNumber: true, cell: amount((row) => row.fees_then) },
    {
      name: 'difference',
      label: words.difference,
      isNumber: true,
      onCard: 'aside',
      cell: amount((row) => row.difference),
    },
  ]
}
