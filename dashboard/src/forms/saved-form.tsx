import { type ReactNode, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { partWords } from '../parts/part-words.ts'
import { useWords } from '../words/words.ts'
import { Form } from './form.tsx'
import { useSubmission } from './use-submission.ts'

type Props<Reply> = {
  /** What the fields show. Where the service may keep something else than was typed, they are filled anew when this is another. */
  of?: unknown
  send(fields: FormData): Promise<Reply>
  onSaved(now: Reply): void
  /** Whether whoever looks may change it. Others see the fields, and no button. */
  isAllowed?: boolean
  /** Whether something is left to choose before it can be sent. */
  isIncomplete?: boolean
  look?: 'main' | 'plain'
  /** What is said afterwards. */
  saved?: string
  children: ReactNode
}

/** A form about what is kept already: it stays open, and says that it was saved until something else is typed. */
export function SavedForm<Reply>(props: Props<Reply>) {
  const { of, send, onSaved, isAllowed = true, isIncomplete = false, look = 'plain', saved, children } = props
  const words = useWords(partWords)
  const submission = useSubmission<Reply>()
  const [isSaved, setSaved] = useState(false)
  const save = async (fields: FormData) => {
    setSaved(false)
    const now = await submission.submit(() => send(fields))
    if (now === undefined) return
    setSaved(true)
    onSaved(now)
  }
  return (
    <div onInput={() => setSaved(false)}>
      <Form key={JSON.stringify(of)} submission={submission} onSubmit={(fields) => void save(fields)}>
        <fieldset className="plain stack" disabled={!isAllowed}>
          {children}
        </fieldset>
        {isAllowed && (
          <div className="row">
            <Button type="submit" look={look} isBusy={submission.isSending} disabled={isIncomplete}>
              {words.save}
            </Button>
            <span role="status">{isSaved && (saved ?? words.saved)}</span>
          </div>
        )}
      </Form>
    </div>
  )
}
