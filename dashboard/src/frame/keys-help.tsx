import { useCallback, useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'
import { useKeys } from './use-keys.ts'

/** Hears the keys, and tells which there are when somebody asks. */
export function KeysHelp() {
  const words = useWords(frameWords)
  const [isOpen, setOpen] = useState(false)
  useKeys(useCallback(() => setOpen(true), []))
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.shortcuts}>
      <dl className="facts">
        {words.shortcutList.map(([keys, does]) => (
          <div key={keys} className="fact">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
