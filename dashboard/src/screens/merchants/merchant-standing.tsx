import type { MerchantInEnvironment } from '@malipo/sdk'
import { Money } from '../../parts/money.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { merchantsWords } from './merchants-words.ts'

/** Its money and what waits, in the environment that is open. */
export function MerchantStanding({ of: standing }: { of: MerchantInEnvironment }) {
  const words = useWords(merchantsWords)
  const { balance } = standing
  return (
    <section className="card stack" aria-labelledby="standing">
      <h2 id="standing">{words.standing}</h2>
      <dl className="facts">
        <dt>{words.available}</dt>
        <dd>
          <Money amount={balance.available} currency={balance.currency} />
        </dd>
        <dt>{words.reserved}</dt>
        <dd>
          <Money amount={balance.reserved} currency={balance.currency} />
        </dd>
        <dt>{words.heldMoney}</dt>
        <dd>
          <Money amount={balance.held} currency={balance.currency} />
        </dd>
        <dt>{words.receivable}</dt>
        <dd>
          <Money amount={balance.receivable} currency={balance.currency} />
        </dd>
        <dt>{words.withdrawalsPending}</dt>
        <dd>{standing.withdrawals_pending}</dd>
        <dt>{words.withdrawalsUnclear}</dt>
        <dd>{standing.withdrawals_unclear}</dd>
        <dt>{words.held}</dt>
        <dd>{standing.collections_held}</dd>
        <dt>{words.discrepancies}</dt>
        <dd>{standing.discrepancies_open >= 100 ? '100+' : standing.discrepancies_open}</dd>
        <dt>{words.keys}</dt>
        <dd>{standing.api_keys}</dd>
        <dt>{words.lastPayment}</dt>
        <dd>
          <When at={standing.last_collection_at} />
        </dd>
        <dt>{words.lastWithdrawal}</dt>
        <dd>
          <When at={standing.last_withdrawal_at} />
        </dd>
      </dl>
    </section>
  )
}
