import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { useWords } from '../words/words.ts'
import { copyText } from './copy-text.ts'
import { partWords } from './part-words.ts'

/** An id or secret as it is, with a button that copies it. Where no browser lets us, it is selected, for a person to copy. */
export function Copyable({ text, shown = text, label }: { text: string; shown?: string; label?: string }) {
  const words = useWords(partWords)
  const [done, setDone] = useState<'copied' | 'selected'>()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (done === 'selected' && place.current) getSelection()?.selectAllChildren(place.current)
  }, [done])
  const copy = async () => {
    const isCopied = await copyText(text)
    setDone(isCopied ? 'copied' : 'selected')
    if (isCopied) setTimeout(() => setDone(undefined), 2000)
  }
  return (
    <span className="copyable">
      {/* What is short already is not broken any more. */}
      <span ref={place} className={shown === text || done === 'selected' ? 'mono' : 'mono money'}>
        {done === 'selected' ? text : shown}
      </span>
      <IconButton
        size="small"
        name={done === 'copied' ? 'check' : 'copy'}
        label={`${words.copy} ${label ?? shown}`}
        onClick={() => void copy()}
      />
      <span role="status" className={done === 'selected' ? 'small' : 'heard'}>
        {done === 'copied' && words.copied}
        {done === 'selected' && words.selected}
      </span>
    </span>
  )
}
