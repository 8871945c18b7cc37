import type { FiscalSettings } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { fiscalWords } from './fiscal-words.ts'

const taxCodes = ['STANDARD', 'ZERO_RATED', 'EXEMPT'] as const

/** What a business tells the authority of itself, and whether it does. */
export function FiscalForm({ of }: { of: FiscalSettings }) {
  const words = useWords(fiscalWords)
  const may = useMay()
  const queries = useQueryClient()
  const { malipo, key } = useMerchant()
  return (
    <SavedForm<FiscalSettings>
      of={[of.is_enabled, of.tin, of.vrn, of.business_name, of.tax_code]}
      isAllowed={may('changeFiscalSettings')}
      look="main"
      saved={words.saved}
      send={(fields) =>
        malipo.fiscal.updateSettings({
          is_enabled: fields.get('is_enabled') !== null,
          tin: String(fields.get('tin')),
          vrn: String(fields.get('vrn')).trim() || null,
          business_name: String(fields.get('business_name')),
          tax_code: String(fields.get('tax_code')) as FiscalSettings['tax_code'],
        })
      }
      onSaved={(now) => queries.setQueryData([...key, 'fiscal-settings'], now)}
    >
      <CheckField
        name="is_enabled"
        label={words.on}
        hint={words.onHint}
        defaultChecked={of.is_enabled}
        disabled={!of.is_available && !of.is_enabled}
      />
      <TextField
        name="tin"
        label={words.tin}
        hint={words.tinHint}
        defaultValue={of.tin ?? ''}
        inputMode="numeric"
        required
      />
      <TextField name="vrn" label={words.vrn} hint={words.vrnHint} defaultValue={of.vrn ?? ''} />
      <TextField
        name="business_name"
        label={words.name}
        hint={words.nameHint}
        defaultValue={of.business_name ?? ''}
        required
      />
      <ChoiceField
        name="tax_code"
        label={words.tax}
        defaultValue={of.tax_code}
        choices={taxCodes.map((value) => ({ value, label: words.taxes[value] }))}
      />
    </SavedForm>
  )
}
