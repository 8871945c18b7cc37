import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'

/** The title of the tab; whoever has many of them open sees at once which are tests. */
export function useTitle(title: string): void {
  const { environment } = useParams({ strict: false })
  const words = useWords(frameWords)
  const mark = environment === 'sandbox' ? `[${words.sandbox}] ` : ''
  useEffect(() => {
    document.title = `${mark}${title} · Malipo`
  }, [mark, title])
}
