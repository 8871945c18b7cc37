import { type ReactNode, useState } from 'react'
import { Form } from '../forms/form.tsx'
import { FormEnd } from '../forms/form-end.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { AreaField, TextField } from '../kit/fields.tsx'
import { useWords } from '../words/words.ts'
import { decideWords } from './decide-words.ts'

type Props<Reply> = {
  /** What the button says that opens it, and the one that carries it out. */
  label: string
  look?: 'main' | 'plain' | 'danger'
  /** Of the button that opens it: small within a row. */
  size?: 'small' | 'normal'
  title: string
  /** What will be so afterwards. */
  children: ReactNode
  /** What has to be typed first, where it must not happen by the way. */
  typed?: string
  /** Whether a reason is asked for; left out where nobody keeps one. */
  note?: 'needed' | 'possible'
  noteHint?: string
  send(note: string | undefined, options: { idempotencyKey: string }): Promise<Reply>
  onDone(reply: Reply): void
}

/** One decision of a Super Admin: what it means, why it is taken, and then it is carried out. */
export function DecideDialog<Reply>(props: Props<Reply>) {
  const [isOpen, setOpen] = useState(false)
  const { label, look = 'plain', size = 'normal', title, onDone } = props
  return (
    <>
      <Button look={look} size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
        <DecideForm
          {...props}
          onCancel={() => setOpen(false)}
          onDone={(reply) => {
            setOpen(false)
            onDone(reply)
          }}
        />
      </Dialog>
    </>
  )
}

function DecideForm<Reply>(props: Props<Reply> & { onCancel(): void }) {
  const { label, look, children, typed, note, noteHint, send, onDone, onCancel } = props
  const words = useWords(decideWords)
  const submission = useSubmission<Reply>()
  const [isOther, setOther] = useState(false)
  const decide = async (fields: FormData) => {
    const isTyped = typed === undefined || String(fields.get('typed') ?? '').trim() === typed.trim()
    setOther(!isTyped)
    if (!isTyped) return
    const reason = String(fields.get('note') ?? '').trim() || undefined
    const reply = await submission.submit((options) => send(reason, options))
    if (reply !== undefined) onDone(reply)
  }
  return (
    <Form submission={submission} onSubmit={(fields) => void decide(fields)}>
      {children}
      {note && (
        <AreaField
          name="note"
          rows={3}
          label={note === 'needed' ? words.reason : words.reasonIfAny}
          hint={noteHint}
          maxLength={1000}
          required={note === 'needed'}
        />
      )}
      {typed !== undefined && (
        <TextField
          name="typed"
          label={words.type(typed)}
          autoComplete="off"
          problem={isOther ? words.otherTyped : undefined}
          required
        />
      )}
      <FormEnd
        isSending={submission.isSending}
        look={look === 'danger' ? 'danger' : 'main'}
        onCancel={onCancel}
      >
        {label}
      </FormEnd>
    </Form>
  )
}
