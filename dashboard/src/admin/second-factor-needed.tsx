import { Link } from '@tanstack/react-router'
import { buttonLook } from '../kit/button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useWords } from '../words/words.ts'
import { adminWords } from './admin-words.ts'

/** All there is for whoever has no second step yet where the service asks for one. */
export function SecondFactorNeeded() {
  const words = useWords(adminWords)
  return (
    <>
      <PageHead title={words.secondFactor} />
      <p>{words.secondFactorText}</p>
      <div>
        <Link to="/account" {...buttonLook()}>
          {words.setUp}
        </Link>
      </div>
    </>
  )
}
