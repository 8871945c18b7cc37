import { type ReactNode, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import type { IconName } from '../kit/icon.tsx'
import { partWords } from '../parts/part-words.ts'
import { useWords } from '../words/words.ts'
import { Form } from './form.tsx'
import { type Submission, useSubmission } from './use-submission.ts'

type Props<Reply> = {
  /** What the button says, and what it is called where that names no thing. */
  label: string
  named?: string
  look?: 'plain' | 'danger'
  icon?: IconName
  title: string
  /** What the button that does it says, if something else; and the one that does not. */
  confirm?: string
  keep?: string
  send: Parameters<Submission<Reply>['submit']>[0]
  /** Told what the service answered; undefined where it refused or was not heard, and the question stays open. */
  onAnswer(reply: Reply | undefined): unknown
  /** What ends with it. */
  children: ReactNode
}

/** Says what stops before it stops: a button, and a question before anything is done. */
export function AskFirst<Reply>(props: Props<Reply>) {
  const {
    label,
    named,
    look = 'danger',
    icon,
    title,
    confirm = label,
    keep,
    send,
    onAnswer,
    children,
  } = props
  const words = useWords(partWords)
  const submission = useSubmission<Reply>()
  const [isOpen, setOpen] = useState(false)
  const end = async () => {
    const reply = await submission.submit(send)
    if (reply !== undefined) setOpen(false)
    await onAnswer(reply)
  }
  return (
    <>
      <Button look={look} {...(icon && { icon })} aria-label={named} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form submission={submission} onSubmit={() => void end()}>
          {children}
          <div className="row">
            <Button type="submit" look="danger" isBusy={submission.isSending}>
              {confirm}
            </Button>
            <Button look="plain" onClick={() => setOpen(false)}>
              {keep ?? words.cancel}
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
