import { useAdmin } from '../../admin/use-admin.ts'
import { TabLinks } from '../../kit/tab-links.tsx'
import { useWords } from '../../words/words.ts'
import { riskWords } from './risk-words.ts'

export function RiskTabs() {
  const words = useWords(riskWords)
  const { at } = useAdmin()
  return (
    <TabLinks
      label={words.title}
      links={[
        { to: `${at}/risk`, label: words.title },
        { to: `${at}/risk-hits`, label: words.hits },
        { to: `${at}/risk-lists`, label: words.lists },
      ]}
    />
  )
}
