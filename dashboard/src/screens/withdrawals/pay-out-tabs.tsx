import { useMerchant } from '../../frame/use-merchant.ts'
import { TabLinks } from '../../kit/tab-links.tsx'
import { useWords } from '../../words/words.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

/** Money that leaves, and to whom. */
export function PayOutTabs() {
  const words = useWords(withdrawalsWords)
  const { merchantId, environment } = useMerchant()
  const here = `/m/${merchantId}/${environment}`
  return (
    <TabLinks
      label={words.parts}
      links={[
        { to: `${here}/withdrawals`, label: words.title },
        { to: `${here}/refunds`, label: words.refunds },
        { to: `${here}/batches`, label: words.batches },
        { to: `${here}/recipients`, label: words.recipients },
      ]}
    />
  )
}
