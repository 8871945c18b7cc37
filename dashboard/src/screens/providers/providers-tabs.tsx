import { useAdmin } from '../../admin/use-admin.ts'
import { TabLinks } from '../../kit/tab-links.tsx'
import { useWords } from '../../words/words.ts'
import { providersWords } from './providers-words.ts'

export function ProvidersTabs() {
  const words = useWords(providersWords)
  const { at } = useAdmin()
  return (
    <TabLinks
      label={words.title}
      links={[
        { to: `${at}/providers`, label: words.title },
        { to: `${at}/provider-routes`, label: words.routes },
        { to: `${at}/networks`, label: words.networks },
        { to: `${at}/float-top-ups`, label: words.topUps },
      ]}
    />
  )
}
