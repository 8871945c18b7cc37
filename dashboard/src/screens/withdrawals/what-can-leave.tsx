import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Money } from '../../parts/money.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { useBalance } from './use-balance.ts'
import classes from './withdrawals.module.css'
import { withdrawalsWords } from './withdrawals-words.ts'

const others = [
  ['awaiting', 'pending_withdrawals'],
  ['reserved', 'reserved'],
  ['held', 'held'],
  ['owed', 'receivable'],
] as const

const isNothing = (amount: string) => /^0+(\.0+)?$/.test(amount)

/** What can be withdrawn, and of everything else why it cannot. */
export function WhatCanLeave() {
  const words = useWords(withdrawalsWords)
  const balance = useBalance()
  if (balance.error) return <Trouble error={balance.error} retry={() => void balance.refetch()} />
  if (!balance.data) return <Waiting height={96} />
  const { data } = balance
  return (
    <>
      <Restricted />
      <section className={`card ${classes.leave}`} aria-label={words.available}>
        <div className="stack tight">
          <span className="muted">{words.available}</span>
          <strong className="sum">
            <Money amount={data.available} currency={data.currency} />
          </strong>
        </div>
        {others
          .filter(([, name]) => !isNothing(data[name]))
          .map(([word, name]) => (
            <div key={word} className={classes.other}>
              <span className="muted">{words[word]}</span>
              <strong>
                <Money amount={data[name]} currency={data.currency} />
              </strong>
              <span className="small muted">{words[`${word}Why`]}</span>
            </div>
          ))}
      </section>
    </>
  )
}

/** Live money leaves only for businesses that are known and active. */
export function Restricted() {
  const words = useWords(withdrawalsWords)
  const { malipo, key, environment } = useMerchant()
  const { data } = useQuery({
    queryKey: [...key, 'merchant'],
    queryFn: ({ signal }) => malipo.merchants.get({ signal }),
    enabled: environment === 'live',
  })
  if (!data || environment !== 'live') return null
  if (!data.is_active) return <Notice tone="failed">{words.suspended}</Notice>
  if (data.verification_status !== 'verified') return <Notice tone="checked">{words.unverified}</Notice>
  return null
}
