import { Link } from '@tanstack/react-router'
import { Button } from '../kit/button.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'
import { SmallPage } from './small-page.tsx'
import { NotYourMerchant } from './use-merchant.ts'

export function NotFound() {
  const words = useWords(frameWords)
  return (
    <SmallPage title={words.notFound}>
      <p>{words.notFoundText}</p>
      <Link to="/">{words.goHome}</Link>
    </SmallPage>
  )
}

/** What a file of another version, or a fault of ours, leaves to be said. */
export function PageFailed({ error, reset }: { error: unknown; reset(): void }) {
  const words = useWords(frameWords)
  if (error instanceof NotYourMerchant)
    return (
      <SmallPage title={words.notFound}>
        <p>{words.notYours}</p>
        <Link to="/">{words.goHome}</Link>
      </SmallPage>
    )
  if (isOfAnotherVersion(error))
    return (
      <SmallPage title={words.pageFailed}>
        <p>{words.newVersion}</p>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </SmallPage>
    )
  return (
    <SmallPage title={words.pageFailed}>
      <Trouble error={error} retry={reset} />
    </SmallPage>
  )
}

/** A part that is loaded later has another name after an update. */
function isOfAnotherVersion(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
}
