import { useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { useWords } from '../words/words.ts'
import { partWords } from './part-words.ts'

/** An id or secret as it is, with a button that copies it. */
export function Copyable({ text, shown = text, label }: { text: string; shown?: string; label?: string }) {
  const words = useWords(partWords)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <span className="copyable">
      {/* What is short already is not broken any more. */}
      <span className={shown === text ? 'mono' : 'mono money'}>{shown}</span>
      <IconButton
        size="small"
        name={isCopied ? 'check' : 'copy'}
        label={`${words.copy} ${label ?? shown}`}
        onClick={() => void copy()}
      />
      <span role="status" className="heard">
        {isCopied ? words.copied : ''}
      </span>
    </span>
  )
}
