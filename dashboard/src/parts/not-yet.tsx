import type { ReactNode } from 'react'
import { Waiting } from '../kit/waiting.tsx'
import { PageHead } from './page-head.tsx'
import { Trouble } from './trouble.tsx'

type Props = {
  title: string
  above: ReactNode
  /** Why it is not there, where that is known, and how it is read once more. */
  of: { error: unknown; refetch(): unknown }
}

/** The screen of one thing until that has been read. */
export function NotYet({ title, above, of: { error, refetch } }: Props) {
  return (
    <>
      <PageHead title={title} above={above} />
      {error ? <Trouble error={error} retry={() => void refetch()} /> : <Waiting rows={5} />}
    </>
  )
}
