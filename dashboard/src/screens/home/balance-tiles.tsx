import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Money } from '../../parts/money.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'

/** The money, without a tap. What is owed is told only where something is. */
export function BalanceTiles() {
  const words = useWords(homeWords)
  const { malipo, key } = useMerchant()
  const balance = useQuery({
    queryKey: [...key, 'balance'],
    queryFn: ({ signal }) => malipo.balance.get({ signal }),
  })
  if (balance.error) return <Trouble error={balance.error} retry={() => void balance.refetch()} />
  if (!balance.data) return <Waiting height={96} />
  const { data } = balance
  const names = ['available', 'reserved', 'held', 'pending_withdrawals', 'receivable'] as const
  const shown = names.filter((name) => name !== 'receivable' || !/^0+(\.0+)?$/.test(data.receivable))
  return (
    <dl className={classes.tiles} aria-label={words.balance}>
      {shown.map((name) => (
        <div className="card" key={name} data-first={name === 'available'}>
          <dt className="muted">{words[name]}</dt>
          <dd>
            <Money amount={data[name]} currency={data.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
