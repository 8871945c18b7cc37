import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { useIsOnline } from '../kit/use-is-online.ts'
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
  if (isNotLoaded(error)) return <NotLoaded />
  return (
    <SmallPage title={words.pageFailed}>
      <Trouble error={error} retry={reset} />
    </SmallPage>
  )
}

/** Without a connection there is nothing to press: to reload would lose the page as well. */
function NotLoaded() {
  const words = useWords(frameWords)
  const isOnline = useIsOnline()
  const [wasOnline] = useState(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline) location.reload()
  }, [isOnline, wasOnline])
  return (
    <SmallPage title={words.pageFailed}>
      <p role="status">{isOnline ? words.notLoaded : words.noLinePage}</p>
      {isOnline && <Button onClick={() => location.reload()}>{words.reload}</Button>}
    </SmallPage>
  )
}

/** A part that is loaded later does not come without a connection, and has another name after an update. Browsers and Vite say so in their own words. */
function isNotLoaded(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message)
  )
}
