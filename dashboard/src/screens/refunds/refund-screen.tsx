import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Beside } from '../../parts/beside.tsx'
import { formatMoney } from '../../parts/format.ts'
import { NotYet } from '../../parts/not-yet.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { AnswerForm } from '../withdrawals/answer-form.tsx'
import { Thread } from '../withdrawals/thread.tsx'
import { WhatHappened } from '../withdrawals/what-happened.tsx'
import { WithdrawalStands } from '../withdrawals/withdrawal-facts.tsx'
import { CancelRefund } from './cancel-refund.tsx'
import { RefundFacts } from './refund-facts.tsx'
import { asRead, isOwed, lookAgainMs } from './refund-status.ts'
import { refundsWords } from './refunds-words.ts'

export default function RefundScreen() {
  const sayWho = useSayWho()
  const words = useWords(refundsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { refundId = '' } = useParams({ strict: false })
  const shown = [...key, 'refund', refundId]
  const { data, error, refetch } = useQuery({
    queryKey: shown,
    queryFn: ({ signal }) => malipo.refunds.get(refundId, { signal }),
    refetchInterval: ({ state }) => lookAgainMs(state.data && [state.data]),
  })
  const above = <WayBack to={`/m/${merchantId}/${environment}/refunds`}>{words.title}</WayBack>
  if (!data) return <NotYet title={words.title} above={above} of={{ error, refetch }} />
  const one = asRead(data)
  const stands = isOwed(data) ? { ...words.stands, ...words.standsOwed } : words.stands
  return (
    <>
      <PageHead
        title={words.of(formatMoney(one.amount, one.currency), sayWho(one.destination_name))}
        above={above}
      >
        <CancelRefund of={data} />
      </PageHead>
      <WithdrawalStands of={data} saying={stands} />
      <Thread of={data} />
      <AnswerForm
        of={data}
        power="answerRefundInfoRequest"
        shown={shown}
        send={(message, options) => malipo.refunds.answer(data.id, { message }, options)}
      />
      <Beside
        aside={
          <div className="stack">
            <RefundFacts of={one} />
            <MetadataCard
              of={data.metadata}
              power="changeRefund"
              save={(metadata) => malipo.refunds.update(data.id, { metadata })}
            />
          </div>
        }
      >
        <WhatHappened of={data} />
      </Beside>
    </>
  )
}
