import { useMerchant } from '../../frame/use-merchant.ts'
import { TabLinks } from '../../kit/tab-links.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { settingsWords } from './settings-words.ts'

export function SettingsHead() {
  const words = useWords(settingsWords)
  const { merchantId, environment } = useMerchant()
  const may = useMay()
  const place = `/m/${merchantId}/${environment}/settings`
  return (
    <>
      <PageHead title={words.title} />
      <TabLinks
        label={words.parts}
        links={[
          { to: place, label: words.business },
          { to: `${place}/verification`, label: words.verification },
          ...(may('readFiscalSettings')
            ? [{ to: `/m/${merchantId}/${environment}/fiscal`, label: words.fiscal }]
            : []),
          ...(may('listPrivacyRequests')
            ? [{ to: `/m/${merchantId}/${environment}/privacy`, label: words.privacy }]
            : []),
        ]}
      />
    </>
  )
}
