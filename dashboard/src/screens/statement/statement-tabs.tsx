import { useMerchant } from '../../frame/use-merchant.ts'
import { TabLinks } from '../../kit/tab-links.tsx'
import { useWords } from '../../words/words.ts'
import { settlementsWords } from '../settlements/settlements-words.ts'
import { statementsWords } from '../statements/statements-words.ts'
import { statementWords } from './statement-words.ts'

/** What moved: row by row, in papers of whole days, and added up by who collected it. */
export function StatementTabs() {
  const { title } = useWords(statementWords)
  const { title: byDays } = useWords(statementsWords)
  const { title: settlements } = useWords(settlementsWords)
  const { merchantId, environment } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  return (
    <TabLinks
      label={title}
      links={[
        { to: `${here}/statement`, label: title },
        { to: `${here}/statements`, label: byDays },
        { to: `${here}/settlements`, label: settlements },
      ]}
    />
  )
}
