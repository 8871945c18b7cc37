import type { WithdrawalStatus, WithdrawalWithHistory } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { Notice } from '../../parts/notice.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Status } from '../../parts/status.tsx'
import { statusWords } from '../../parts/status-words.ts'
import { tellFailure } from '../../parts/tell-failure.ts'
import { tellName } from '../../parts/tell-name.ts'
import { When } from '../../parts/when.tsx'
import { askedBy } from '../../timeline/asked-by.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { useBatch } from '../batches/use-batch.ts'
import { useDestinations } from './use-destinations.ts'
import { useWithdrawalTimeline } from './use-withdrawal-timeline.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Props = { of: WithdrawalWithHistory }

/** One sentence: what is true, and what comes next. What is not just any withdrawal may say it in words of its own. */
export function WithdrawalStands({ of, saying }: Props & { saying?: Record<WithdrawalStatus, string> }) {
  const { status, waiting_for, history } = of
  const words = useWords(withdrawalWords)
  const language = useLanguage()
  const { withdrawal: statuses } = useWords(statusWords)
  const last = history.at(-1)
  const isCancelled = status === 'REJECTED' && last?.source === 'merchant'
  const [tone] = statuses[status]
  const why = status === 'REJECTED' && !isCancelled ? last?.note : tellFailure(of, language)
  return (
    <Notice tone={status === 'NEEDS_RECONCILIATION' ? 'unknown' : tone}>
      <p>
        {isCancelled
          ? words.cancelled
          : waiting_for
            ? words.waitsFor[waiting_for]
            : (saying ?? words.stands)[status]}
      </p>
      {why && !isCancelled && <p>{why}</p>}
    </Notice>
  )
}

type FactsProps = Props & {
  /** Where the money never was the merchant's, nothing is taken from them. */
  isTaken?: boolean
  /** What else is to be known of it. */
  children?: ReactNode
}

export function WithdrawalFacts({ of: one, isTaken = true, children }: FactsProps) {
  const words = useWords(withdrawalWords)
  const { nameOf } = useDestinations()
  const names = useWords(nameCheckWords)
  const { currency } = one
  const by = askedBy(useWithdrawalTimeline(one).data?.entries)
  const sayWho = useSayWho()
  return (
    <section className="card stack" aria-label={words.summary}>
      <div>
        <Status of="withdrawal" status={one.status} />
      </div>
      <dl className="facts">
        <Fact name={words.amount}>
          <Money amount={one.amount} currency={currency} />
        </Fact>
        {isTaken && (
          <>
            <Fact name={words.charges}>
              <Money amount={one.total_charges} currency={currency} />
            </Fact>
            <Fact name={words.taken}>
              <strong>
                <Money amount={one.total_reserved_amount} currency={currency} />
              </strong>
            </Fact>
          </>
        )}
        {children}
        <Fact name={words.recipient}>{sayWho(one.destination_name)}</Fact>
        {one.name_check && <Fact name={names.registered}>{tellName(one.name_check, names)}</Fact>}
        <Fact name={words.to}>{one.bank_name ?? nameOf(one.destination_code)}</Fact>
        <Fact name={words.account}>{sayWho(formatPhone(one.destination_identifier))}</Fact>
        {one.batch_id !== null && <BatchOf id={one.batch_id} row={one.row} />}
        {one.merchant_reference && <Fact name={words.reference}>{one.merchant_reference}</Fact>}
        <Fact name={words.asked}>
          <When at={one.created_at} />
        </Fact>
        {by && <Fact name={words.askedBy}>{by}</Fact>}
        {one.completed_at && (
          <Fact name={words.ended}>
            <When at={one.completed_at} />
          </Fact>
        )}
        {one.provider_reference && (
          <Fact name={words.providerReference}>
            <Copyable text={one.provider_reference} label={words.providerReference} />
          </Fact>
        )}
        <Fact name={words.id}>
          <Copyable text={one.id} label={words.id} />
        </Fact>
      </dl>
    </section>
  )
}

/** The batch that it is a row of. */
function BatchOf({ id, row }: { id: string; row: number | null }) {
  const words = useWords(withdrawalWords)
  const { merchantId, environment } = useMerchant()
  const { data } = useBatch(id)
  return (
    <Fact name={words.batch}>
      <Link to={`/m/${merchantId}/${environment}/batches/${id}`}>
        {words.rowOf(data?.name ?? words.batch, row ?? 0)}
      </Link>
    </Fact>
  )
}
