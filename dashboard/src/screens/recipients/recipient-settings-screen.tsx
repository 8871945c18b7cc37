import type { RecipientSettings } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { CheckField, TextField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { recipientsWords } from './recipients-words.ts'

/** How strict a business is about whom it pays. */
export default function RecipientSettingsScreen() {
  const words = useWords(recipientsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const settings = useQuery({
    queryKey: [...key, 'recipient-settings'],
    queryFn: ({ signal }) => malipo.recipients.getSettings({ signal }),
  })
  return (
    <div className="stack" style={{ width: '100%', maxWidth: '34rem' }}>
      <PageHead
        title={words.settings}
        above={<WayBack to={`/m/${merchantId}/${environment}/recipients`}>{words.title}</WayBack>}
      />
      {settings.error && <Trouble error={settings.error} retry={() => void settings.refetch()} />}
      {settings.isPending && <Waiting rows={3} />}
      {settings.data && <SettingsForm of={settings.data} />}
    </div>
  )
}

function SettingsForm({ of }: { of: RecipientSettings }) {
  const words = useWords(recipientsWords)
  const may = useMay()
  const queries = useQueryClient()
  const { malipo, key, environment } = useMerchant()
  const { scheduled } = of
  const wished = scheduled ?? of
  return (
    <div className="card stack">
      {scheduled && (
        <Notice tone="waiting">
          <p>
            {words.later(of.recipient_cooling_hours, of.recipients_only)} <When at={scheduled.at} />
          </p>
        </Notice>
      )}
      <SavedForm<RecipientSettings>
        of={wished}
        isAllowed={may('changeRecipientSettings')}
        look="main"
        saved={words.saved}
        send={(fields) =>
          malipo.recipients.updateSettings({
            recipients_only: fields.get('recipients_only') !== null,
            // In the sandbox nothing cools, and there is nothing to choose.
            ...(environment === 'live' && {
              recipient_cooling_hours: Number(fields.get('recipient_cooling_hours')),
            }),
          })
        }
        onSaved={(now) => queries.setQueryData([...key, 'recipient-settings'], now)}
      >
        <TextField
          name="recipient_cooling_hours"
          type="number"
          min={0}
          max={168}
          label={words.coolingHours}
          hint={environment === 'sandbox' ? words.coolingTest : words.coolingHint}
          defaultValue={wished.recipient_cooling_hours}
          disabled={environment === 'sandbox'}
          required
        />
        <CheckField
          name="recipients_only"
          label={words.only}
          hint={words.onlyHint}
          defaultChecked={wished.recipients_only}
        />
        <p className="muted">{words.laxerLater}</p>
      </SavedForm>
    </div>
  )
}
