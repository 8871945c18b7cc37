import type { OwnMerchant } from '@malipo/sdk'
import { Waiting } from '../../kit/waiting.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { LooksForm } from './looks-form.tsx'
import { SettingsHead } from './settings-head.tsx'
import { settingsWords } from './settings-words.ts'
import { useOwnMerchant } from './use-own-merchant.ts'

export default function BusinessScreen() {
  const merchant = useOwnMerchant()
  const may = useMay()
  return (
    <>
      <SettingsHead />
      {merchant.error && <Trouble error={merchant.error} retry={() => void merchant.refetch()} />}
      {merchant.isPending && <Waiting rows={6} />}
      {merchant.data && (
        <>
          <BusinessFacts of={merchant.data} />
          {may('changeMerchantLooks') ? <LooksForm of={merchant.data} /> : <Looks of={merchant.data} />}
        </>
      )}
    </>
  )
}

function BusinessFacts({ of: merchant }: { of: OwnMerchant }) {
  const words = useWords(settingsWords)
  return (
    <div className="card">
      <dl className="facts">
        <dt>{words.registered}</dt>
        <dd>
          {merchant.name}
          <br />
          <span className="small muted">{words.registeredHint}</span>
        </dd>
        <dt>{words.phone}</dt>
        <dd>{merchant.phone ? formatPhone(merchant.phone) : words.none}</dd>
        <dt>{words.state}</dt>
        <dd className="row">
          <Status of="merchant" status={merchant.is_active ? 'active' : 'suspended'} />
          <Status of="verification" status={merchant.verification_status} />
        </dd>
        <dt>{words.opened}</dt>
        <dd>
          <When at={merchant.created_at} only="day" />
        </dd>
        <dt>{words.id}</dt>
        <dd>
          <Copyable text={merchant.merchant_id} label={words.id} />
        </dd>
      </dl>
    </div>
  )
}

/** The same for whoever may only look. */
function Looks({ of: merchant }: { of: OwnMerchant }) {
  const words = useWords(settingsWords)
  const { language } = merchant
  return (
    <section className="card stack" aria-labelledby="looks">
      <h2 id="looks">{words.looks}</h2>
      <dl className="facts">
        <dt>{words.displayName}</dt>
        <dd>{merchant.display_name ?? merchant.name}</dd>
        <dt>{words.colour}</dt>
        <dd className="mono">{merchant.brand_colour ?? words.none}</dd>
        <dt>{words.supportPhone}</dt>
        <dd>{merchant.support_phone ? formatPhone(merchant.support_phone) : words.none}</dd>
        <dt>{words.supportEmail}</dt>
        <dd>{merchant.support_email ?? words.none}</dd>
        <dt>{words.language}</dt>
        <dd>{language ? words.languages[language] : words.asBrowser}</dd>
      </dl>
    </section>
  )
}
