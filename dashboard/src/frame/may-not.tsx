import { Link } from '@tanstack/react-router'
import { PageHead } from '../parts/page-head.tsx'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'
import { useMerchant } from './use-merchant.ts'

/** Instead of a form that would be refused. */
export function MayNot() {
  const words = useWords(frameWords)
  const { merchantId, environment } = useMerchant()
  return (
    <>
      <PageHead title={words.mayNot} />
      <p>{words.mayNotText}</p>
      <p>
        <Link to={`/m/${merchantId}/${environment}`}>{words.goHome}</Link>
      </p>
    </>
  )
}
