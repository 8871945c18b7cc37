import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { BalanceTiles } from './balance-tiles.tsx'
import { FailureChart, NetworkChart, PaidChart } from './charts.tsx'
import { Checklist } from './checklist.tsx'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'
import { NeedsYou } from './needs-you.tsx'
import { Today } from './today.tsx'

export default function HomeScreen() {
  const words = useWords(homeWords)
  const may = useMay()
  const { merchantId, environment } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  const isSandbox = environment === 'sandbox'
  return (
    <>
      <PageHead title={words.title}>
        {may('submitWithdrawal') && (
          <Link to={`${here}/withdrawals/new`} {...buttonLook({ look: 'plain' })}>
            {isSandbox ? words.withdrawTest : words.withdraw}
          </Link>
        )}
        {may('createUssdPushCollection') && (
          <Link to={`${here}/payments/new`} {...buttonLook()}>
            {isSandbox ? words.requestTest : words.request}
          </Link>
        )}
      </PageHead>
      {may('readBalance') && <BalanceTiles />}
      <NeedsYou>
        <Checklist />
        {may('readMerchantSummary') && <Figures />}
      </NeedsYou>
    </>
  )
}

function Figures() {
  const { malipo, key } = useMerchant()
  const summary = useQuery({
    queryKey: [...key, 'summary'],
    queryFn: ({ signal }) => malipo.summary.get({}, { signal }),
  })
  if (summary.error) return <Trouble error={summary.error} retry={() => void summary.refetch()} />
  if (!summary.data) return <Waiting rows={3} height={64} />
  return (
    <>
      <Today today={summary.data.today} currency={summary.data.currency} />
      <PaidChart days={summary.data.days} currency={summary.data.currency} />
      <div className={classes.pair}>
        <NetworkChart networks={summary.data.networks} />
        <FailureChart failures={summary.data.failures} />
      </div>
    </>
  )
}
