import type { ChangeMerchantLooksRequest, OwnMerchant } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { Beside } from '../../parts/beside.tsx'
import { formatPhone, readPhone } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { LooksPreview } from './looks-preview.tsx'
import { settingsWords } from './settings-words.ts'

/** How payers see the business, with a picture of it that follows what is typed. */
export function LooksForm({ of: merchant }: { of: OwnMerchant }) {
  const words = useWords(settingsWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const [shown, setShown] = useState<ChangeMerchantLooksRequest>(merchant)
  const [hasColour, setHasColour] = useState(merchant.brand_colour !== null)
  const follow = ({ currentTarget }: FormEvent<HTMLDivElement>) => {
    const form = currentTarget.querySelector('form')
    if (form) setShown(looksOf(new FormData(form)))
  }
  return (
    <Beside isAfter aside={<LooksPreview of={shown} name={merchant.name} />}>
      <section className="card stack" aria-labelledby="looks">
        <div>
          <h2 id="looks">{words.looks}</h2>
          <p className="muted">{words.looksText}</p>
        </div>
        <div onInput={follow}>
          <SavedForm<OwnMerchant>
            send={(fields) => malipo.merchants.update(looksOf(fields))}
            onSaved={(saved) => queries.setQueryData([...key, 'merchant'], saved)}
            look="main"
            saved={words.saved}
          >
            <TextField
              name="display_name"
              label={words.displayName}
              hint={words.displayNameHint(merchant.name)}
              defaultValue={merchant.display_name ?? ''}
              maxLength={120}
            />
            <CheckField
              label={words.hasColour}
              checked={hasColour}
              onChange={({ target }) => setHasColour(target.checked)}
            />
            {hasColour && (
              <TextField
                type="color"
                name="brand_colour"
                label={words.colour}
                hint={words.colourHint}
                defaultValue={merchant.brand_colour ?? '#0a7d4f'}
              />
            )}
            <TextField
              name="support_phone"
              label={words.supportPhone}
              hint={words.helpHint}
              inputMode="tel"
              defaultValue={merchant.support_phone ? formatPhone(merchant.support_phone) : ''}
            />
            <TextField
              type="email"
              name="support_email"
              label={words.supportEmail}
              defaultValue={merchant.support_email ?? ''}
            />
            <ChoiceField
              name="language"
              label={words.language}
              hint={words.languageHint}
              defaultValue={merchant.language ?? ''}
              choices={[
                { value: '', label: words.asBrowser },
                { value: 'sw', label: words.languages.sw },
                { value: 'en', label: words.languages.en },
              ]}
            />
          </SavedForm>
        </div>
      </section>
    </Beside>
  )
}

/** What was left empty goes back to nothing. */
function looksOf(fields: FormData): ChangeMerchantLooksRequest {
  const text = (name: string) => String(fields.get(name) ?? '').trim() || null
  const [phone, language] = [text('support_phone'), text('language')]
  return {
    display_name: text('display_name'),
    brand_colour: text('brand_colour'),
    support_phone: phone && readPhone(phone),
    support_email: text('support_email'),
    language: language === 'sw' || language === 'en' ? language : null,
  }
}
