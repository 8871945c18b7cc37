import { useAdmin } from '../../admin/use-admin.ts'
import { TabLinks } from '../../kit/tab-links.tsx'
import { useWords } from '../../words/words.ts'
import { reconciliationWords } from './reconciliation-words.ts'

export function ReconciliationTabs() {
  const words = useWords(reconciliationWords)
  const { at } = useAdmin()
  return (
    <TabLinks
      label={words.title}
      links={[
        { to: `${at}/reconciliation`, label: words.runs },
        { to: `${at}/statement-mappings`, label: words.mappings },
      ]}
    />
  )
}
