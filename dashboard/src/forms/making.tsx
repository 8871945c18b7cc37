import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Form, forgetDraft } from './form.tsx'
import { useDraft } from './use-draft.ts'
import { type Submission, useSubmission } from './use-submission.ts'

type Wish<Draft, Made> = {
  /** Under which what is typed is kept in this tab until it was sent. */
  kept: string
  first: Draft
  /** What can be told without asking the service. */
  problemsWith(draft: Draft): Partial<Record<keyof Draft, string>>
  make(draft: Draft, options: { idempotencyKey: string }): Promise<Made>
  /** The list that it is part of then, below whose address it has its own; and the key of its rows. */
  at: string
  rowsKey: readonly unknown[]
}

export type Making<Draft> = {
  draft: Draft
  change(part: Partial<Draft>): void
  /** What a field of that part of the draft needs. */
  field(name: keyof Draft): {
    value: string
    problem: string | undefined
    onChange(event: { target: { value: string } }): void
  }
  send(): Promise<void>
  submission: Submission<unknown>
  around: RefObject<HTMLDivElement | null>
}

/** Something that is typed in, checked before it is sent, made once, and then shown at its own address. */
export function useMaking<Draft extends Record<string, string>, Made extends { id: string }>(
  wish: Wish<Draft, Made>,
): Making<Draft> {
  const { kept, first, problemsWith, make, at, rowsKey } = wish
  const [draft, setDraft] = useDraft<Draft>(kept, first)
  const [isChecked, setChecked] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const submission = useSubmission<Made>(kept)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const problems = problemsWith(draft)
  const change = (part: Partial<Draft>) => {
    submission.clear()
    setDraft({ ...draft, ...part })
  }
  const send = async () => {
    setChecked(true)
    if (Object.keys(problems).length > 0)
      return void requestAnimationFrame(() =>
        around.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      )
    const made = await submission.submit((options) => make(draft, options))
    if (!made) return
    forgetDraft(kept)
    void queries.invalidateQueries({ queryKey: rowsKey })
    await navigate({ to: `${at}/${made.id}`, replace: true })
  }
  const field = (name: keyof Draft) => ({
    value: draft[name],
    problem: isChecked ? problems[name] : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value } as Partial<Draft>),
  })
  return { draft, change, field, send, submission, around }
}

type Props = {
  of: Pick<Making<never>, 'send' | 'submission' | 'around'>
  button: string
  children: ReactNode
}

/** Its fields, and the button that makes it. */
export function MakingForm({ of: { send, submission, around }, button, children }: Props) {
  return (
    <div ref={around} className="card" style={{ maxWidth: '36rem' }}>
      <Form submission={submission} onSubmit={() => void send()}>
        {children}
        <Button type="submit" isWide isBusy={submission.isSending}>
          {button}
        </Button>
      </Form>
    </div>
  )
}
