import type { Scope } from '@malipo/contract'
import type { CreateApiKeyRequest, FreshApiKey } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { withoutGroups } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/choices.tsx'
import { AreaField, CheckField, TextField } from '../../kit/fields.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { addressesIn } from './change-addresses.tsx'
import { FreshKey } from './fresh-key.tsx'
import { keysWords } from './keys-words.ts'
import { endOf } from './narrow-key.tsx'

export default function NewKeyScreen() {
  const words = useWords(keysWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const submission = useSubmission<FreshApiKey>()
  const [fresh, setFresh] = useState<FreshApiKey>()
  const [access, setAccess] = useState('all')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set())
  const list = `/m/${merchantId}/${environment}/keys`
  const mayPayOut = access === 'all' || chosen.has('disbursements:write')

  const send = async (fields: FormData) => {
    const scopes = access === 'all' ? undefined : [...chosen]
    const body = { ...wishOf(fields), environment, ...(scopes && { scopes }) }
    const made = await submission.submit((options) => malipo.apiKeys.create(body, options))
    if (made === undefined) return
    setFresh(made)
    // The list is read anew: what one has just made does not wait behind it as something new.
    queries.removeQueries({ queryKey: [...key, 'keys'] })
  }
  const choose = (scope: Scope, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, scope] : [...chosen].filter((one) => one !== scope)))

  if (fresh) return <FreshKey of={fresh} onDone={() => void navigate({ to: list })} />
  return (
    <>
      <PageHead
        title={environment === 'sandbox' ? words.newTestTitle : words.newTitle}
        above={<WayBack to={list}>{words.back}</WayBack>}
      />
      <div className="card narrow">
        <Form submission={submission} onSubmit={(fields) => void send(fields)}>
          <TextField name="name" label={words.name} hint={words.nameHint} maxLength={120} required />
          <Segments
            label={words.access}
            value={access}
            onChange={setAccess}
            choices={[
              { value: 'all', label: words.all },
              { value: 'only', label: words.only },
            ]}
          />
          {access === 'only' && (
            <fieldset className="plain stack tight">
              <legend className="heard">{words.access}</legend>
              {(Object.entries(words.powers) as [Scope, string][]).map(([scope, power]) => (
                <CheckField
                  key={scope}
                  label={power}
                  hint={<span className="mono">{scope}</span>}
                  checked={chosen.has(scope)}
                  onChange={({ target }) => choose(scope, target.checked)}
                />
              ))}
              {chosen.size === 0 && <p className="small muted">{words.chooseSome}</p>}
            </fieldset>
          )}
          {mayPayOut && <Caps />}
          <AreaField name="allowed_ips" label={words.addressesLabel} hint={words.addressesHint} rows={3} />
          <TextField type="date" name="expires_at" label={words.ends} hint={words.endsHint} />
          <Button
            type="submit"
            isBusy={submission.isSending}
            disabled={access === 'only' && chosen.size === 0}
          >
            {environment === 'sandbox' ? words.createTest : words.create}
          </Button>
        </Form>
      </div>
    </>
  )
}

function Caps() {
  const words = useWords(keysWords)
  return (
    <fieldset className="plain stack tight">
      <legend>{words.caps}</legend>
      <p className="small muted">{words.capsText}</p>
      <div className="tiles">
        <TextField
          name="payout_caps.each"
          label={words.capEach}
          placeholder={words.optional}
          inputMode="decimal"
        />
        <TextField
          name="payout_caps.daily"
          label={words.capDaily}
          placeholder={words.optional}
          inputMode="decimal"
        />
      </div>
    </fieldset>
  )
}

/** What was typed, as the service takes it: nothing for what was left empty, and a day as its end in Dar es Salaam. */
function wishOf(fields: FormData): Omit<CreateApiKeyRequest, 'environment' | 'scopes'> {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const [name, each, daily] = [
    text('name'),
    withoutGroups(text('payout_caps.each')),
    withoutGroups(text('payout_caps.daily')),
  ]
  const day = text('expires_at')
  const allowedIps = addressesIn(text('allowed_ips'))
  const caps = { ...(each && { each }), ...(daily && { daily }) }
  return {
    ...(name && { name }),
    ...(day && { expires_at: endOf(day) }),
    ...(Object.keys(caps).length > 0 && { payout_caps: caps }),
    ...(allowedIps.length > 0 && { allowed_ips: allowedIps }),
  }
}
