import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { clientThatTriesOnce } from '../../calls/clients.ts'
import { AccountMenu } from '../../frame/account-menu.tsx'
import { SandboxStrip } from '../../frame/sandbox-strip.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useTitle } from '../../frame/use-title.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { formatMoney } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { may } from '../../people/may.ts'
import { useMe } from '../../people/who.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { AskAmount } from './ask-amount.tsx'
import { orderName } from './kept-order.ts'
import { Outcome } from './outcome.tsx'
import { Takings } from './takings.tsx'
import classes from './till.module.css'
import { tillWords } from './till-words.ts'
import { type Ending, useOrder } from './use-order.ts'

/** What a shop assistant holds at the counter. Everything is reached with one thumb. */
export default function TillScreen() {
  const words = useWords(tillWords)
  const { merchantId, environment, name, role, malipo, key } = useMerchant()
  const { user } = useMe()
  const once = clientThatTriesOnce(merchantId, environment)
  const till = useOrder(orderName(merchantId, environment, user.id), malipo, once)
  const [amount, setAmount] = useState('')
  const [isOpen, setOpen] = useState(false)
  const standing = till.open?.standing
  const today = useQuery({
    queryKey: [...key, 'till', standing],
    queryFn: ({ signal }) => malipo.till.get({}, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const paid = today.data?.totals[0]?.paid
  useTitle(words.title)
  useInstallable(merchantId, environment)
  return (
    <div className={classes.till}>
      <SandboxStrip />
      <header className={classes.top}>
        {may(role, 'readBalance') ? (
          <Link to={`/m/${merchantId}/${environment}`} aria-label={words.menu}>
            <Icon name="previous" />
          </Link>
        ) : null}
        <h1>{name}</h1>
        <button type="button" className={classes.today} onClick={() => setOpen(true)} aria-haspopup="dialog">
          <span className="small">{words.today}</span>
          <strong>{paid ? formatMoney(paid.amount) : '…'}</strong>
        </button>
        <AccountMenu />
      </header>
      <main className={classes.stage}>
        {till.open ? (
          <Outcome
            open={till.open}
            onNext={() => {
              till.leave()
              setAmount('')
            }}
            onAgain={() => {
              setAmount(till.open?.order.amount ?? '')
              till.leave()
            }}
          />
        ) : (
          <>
            {till.ending && <Ended how={till.ending} />}
            <AskAmount
              amount={amount}
              setAmount={setAmount}
              isTest={environment === 'sandbox'}
              onAsk={(phone) => till.begin(amount, phone)}
            />
          </>
        )}
      </main>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} kind="sheet" title={words.todayOf(user.name)}>
        {today.error && <Trouble error={today.error} retry={() => void today.refetch()} />}
        {today.data && <Takings till={today.data} />}
      </Dialog>
    </div>
  )
}

/** Why nothing is to be seen of the last one, and what is known of it. */
function Ended({ how }: { how: Ending }) {
  const words = useWords(tillWords)
  if (how.kind === 'never_sent')
    return <Notice tone="unknown">{words.neverSent(formatMoney(how.order.amount))}</Notice>
  return (
    <>
      <FormTrouble error={how.error} />
      {how.mayHaveArrived && <Notice tone="unknown">{words.mayHaveArrived}</Notice>}
    </>
  )
}

/** Lets a phone put this very till on its home screen. */
function useInstallable(merchantId: string, environment: string): void {
  const language = useLanguage()
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = `/m/${merchantId}/${environment}/till.webmanifest?lang=${language}`
    // Whoever the till belongs to is known by the cookie.
    link.crossOrigin = 'use-credentials'
    document.head.append(link)
    return () => link.remove()
  }, [merchantId, environment, language])
}
