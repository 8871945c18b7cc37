import type { Recipient } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Fact } from '../../parts/fact.tsx'
import { formatPhone } from '../../parts/format.ts'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { tellName } from '../../parts/tell-name.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { useDestinations } from '../withdrawals/use-destinations.ts'
import { BlockRecipient, RemoveRecipient } from './recipient-buttons.tsx'
import { recipientsWords } from './recipients-words.ts'

export default function RecipientScreen() {
  const words = useWords(recipientsWords)
  const may = useMay()
  const { recipientId = '' } = useParams({ strict: false })
  const { merchantId, environment, malipo, key } = useMerchant()
  const query = useQuery({
    queryKey: [...key, 'recipients', recipientId],
    queryFn: ({ signal }) => malipo.recipients.get(recipientId, { signal }),
  })
  const here = `/m/${merchantId}/${environment}`
  const { data } = query
  const isPayable = data !== undefined && data.status !== 'BLOCKED' && may('submitWithdrawal')
  return (
    <>
      <PageHead
        title={data?.destination_name ?? words.recipient}
        above={<WayBack to={`${here}/recipients`}>{words.title}</WayBack>}
      >
        {isPayable && (
          <Link to={`${here}/withdrawals/new`} search={{ recipient: data.id }} {...buttonLook()}>
            {environment === 'sandbox' ? words.withdrawTest : words.withdraw}
          </Link>
        )}
        {data && may('changeRecipient') && <BlockRecipient of={data} />}
        {data && may('removeRecipient') && <RemoveRecipient of={data} />}
      </PageHead>
      {query.error && <Trouble error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Waiting rows={3} />}
      {data && (
        <>
          {data.status !== 'READY' && <Stands of={data} />}
          <Facts of={data} />
          <MetadataCard
            of={data.metadata}
            power="changeRecipient"
            save={(metadata) => malipo.recipients.update(data.id, { metadata })}
          />
        </>
      )}
    </>
  )
}

function Stands({ of: { status, usable_from: from } }: { of: Recipient }) {
  const words = useWords(recipientsWords)
  if (status === 'BLOCKED')
    return (
      <Notice tone="failed">
        <p>{words.isBlocked}</p>
      </Notice>
    )
  return (
    <Notice tone="waiting">
      <p>
        {words.isCooling} <When at={from} />
      </p>
    </Notice>
  )
}

function Facts({ of }: { of: Recipient }) {
  const words = useWords(recipientsWords)
  const names = useWords(nameCheckWords)
  const { nameOf } = useDestinations()
  return (
    <section className="card stack" aria-label={words.recipient}>
      <div>
        <Status of="recipient" status={of.status} />
      </div>
      <dl className="facts">
        <Fact name={words.to}>{of.bank_name ?? nameOf(of.destination_code)}</Fact>
        <Fact name={words.account}>{formatPhone(of.destination_identifier)}</Fact>
        {of.name_check && <Fact name={names.registered}>{tellName(of.name_check, names)}</Fact>}
        <Fact name={words.since}>
          <When at={of.created_at} />
        </Fact>
        <Fact name={words.id}>
          <Copyable text={of.id} label={words.id} />
        </Fact>
      </dl>
      <p className="muted small">{words.neverChanges}</p>
    </section>
  )
}
