import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Beside } from '../../parts/beside.tsx'
import { formatMoney } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { AnswerForm } from './answer-form.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { Thread } from './thread.tsx'
import { WhatHappened } from './what-happened.tsx'
import { WithdrawalFacts, WithdrawalStands } from './withdrawal-facts.tsx'
import { withdrawalWords } from './withdrawal-words.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

export default function WithdrawalScreen() {
  const words = useWords(withdrawalWords)
  const sayWho = useSayWho()
  const { title: all } = useWords(withdrawalsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { withdrawalId = '' } = useParams({ strict: false })
  const query = useQuery({
    queryKey: [...key, 'withdrawal', withdrawalId],
    queryFn: ({ signal }) => malipo.withdrawals.get(withdrawalId, { signal }),
  })
  const above = <WayBack to={`/m/${merchantId}/${environment}/withdrawals`}>{all}</WayBack>
  const { data: one } = query
  if (!one)
    return (
      <>
        <PageHead title={all} above={above} />
        {query.error ? (
          <Trouble error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Waiting rows={5} />
        )}
      </>
    )
  return (
    <>
      <PageHead
        title={words.title(formatMoney(one.amount, one.currency), sayWho(one.destination_name))}
        above={above}
      >
        <CancelWithdrawal of={one} />
      </PageHead>
      <WithdrawalStands of={one} />
      <Thread of={one} />
      <AnswerForm
        of={one}
        power="answerWithdrawalInfoRequest"
        shown={[...key, 'withdrawal', one.id]}
        send={(message, options) => malipo.withdrawals.answer(one.id, { message }, options)}
      />
      <Beside
        aside={
          <div className="stack">
            <WithdrawalFacts of={one} />
            <MetadataCard
              of={one.metadata}
              power="changeDisbursement"
              save={(metadata) => malipo.disbursements.update(one.id, { metadata })}
            />
          </div>
        }
      >
        <WhatHappened of={one} />
      </Beside>
    </>
  )
}
