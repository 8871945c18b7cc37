import type { MerchantDossier } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { buttonLook } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Beside } from '../../parts/beside.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { PricesInForce } from '../pricing/prices-in-force.tsx'
import { MerchantDecisions } from './merchant-decisions.tsx'
import { MerchantDocuments } from './merchant-documents.tsx'
import { MerchantHistory } from './merchant-history.tsx'
import { MerchantStanding } from './merchant-standing.tsx'
import { merchantsWords } from './merchants-words.ts'

export default function MerchantScreen() {
  const words = useWords(merchantsWords)
  const { malipo, key, at, environment } = useAdmin()
  const queries = useQueryClient()
  const { subjectId = '' } = useParams({ strict: false }) as { subjectId?: string }
  const found = useQuery({
    queryKey: [...key, 'merchants', 'one', subjectId],
    queryFn: ({ signal }) => malipo.admin.merchants.get(subjectId, { signal }),
  })
  const above = <WayBack to={`${at}/merchants`}>{words.title}</WayBack>
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={6} />
  const { data: one } = found
  const look = () => void queries.invalidateQueries({ queryKey: [...key, 'merchants'] })
  return (
    <>
      <PageHead title={one.name} above={above}>
        <Status of="verification" status={one.verification_status} />
        <Status of="merchant" status={one.is_active ? 'active' : 'suspended'} />
      </PageHead>
      <Beside isAfter aside={<MerchantDecisions of={one} onDone={look} />}>
        <MerchantFacts of={one} />
        <MerchantStanding of={one[environment]} />
        <MerchantDocuments merchantId={one.merchant_id} />
        <div className="card stack">
          <div className="row apart">
            <h2>{words.prices}</h2>
            <Link
              to={`${at}/pricing`}
              search={{ merchant: one.merchant_id }}
              {...buttonLook({ look: 'plain', size: 'small' })}
            >
              {words.changePrices}
            </Link>
          </div>
          <PricesInForce rules={one.pricing} isShort />
        </div>
        <MerchantHistory of={one.history} merchantId={one.merchant_id} />
      </Beside>
    </>
  )
}

function MerchantFacts({ of: one }: { of: MerchantDossier }) {
  const words = useWords(merchantsWords)
  return (
    <section className="card" aria-label={words.facts}>
      <dl className="facts">
        <dt>{words.id}</dt>
        <dd>
          <Copyable text={one.merchant_id} />
        </dd>
        {one.looks.display_name && (
          <>
            <dt>{words.displayName}</dt>
            <dd>{one.looks.display_name}</dd>
          </>
        )}
        <dt>{words.phone}</dt>
        <dd>{one.phone ? formatPhone(one.phone) : '–'}</dd>
        <dt>{words.owners}</dt>
        <dd>
          <ul className="bare">
            {one.owners.map(({ name, email }) => (
              <li key={email}>
                {name} <span className="muted">{email}</span>
              </li>
            ))}
            {one.owners.length === 0 && <li className="muted">{words.noOwner}</li>}
          </ul>
        </dd>
        <dt>{words.members}</dt>
        <dd>{one.members}</dd>
        <dt>{words.threshold}</dt>
        <dd>{one.hold_threshold === null ? words.noThreshold : <Money amount={one.hold_threshold} />}</dd>
        <dt>{words.since}</dt>
        <dd>
          <When at={one.created_at} />
        </dd>
      </dl>
    </section>
  )
}
