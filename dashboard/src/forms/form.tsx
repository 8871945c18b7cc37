import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { FormTrouble, type Saying } from '../parts/trouble.tsx'
import { FormProblems } from './form-problems.ts'
import type { Submission } from './use-submission.ts'
import type { Problems } from './use-told-problems.ts'

type Props = {
  /** What became of it; shown above the fields and at each of them. */
  submission: Pick<Submission<unknown>, 'error' | 'problems'>
  /** Told what stands in the fields, by their names. */
  onSubmit(fields: FormData): void
  /** Under which what was typed is kept in this tab until it was sent, where it is long or dear. Never for passwords. */
  draft?: string
  /** What this form says better than the service does. */
  saying?: Saying
  children: ReactNode
}

/** One column of fields that is sent as a whole. */
export function Form({ submission, onSubmit, draft, saying = {}, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { error, problems } = submission
  useEffect(() => {
    if (draft === undefined || !form.current) return
    fillFrom(form.current, sessionStorage.getItem(`malipo.draft.${draft}`))
  }, [draft])
  useEffect(() => {
    // Whoever cannot see the page is led to the first field that needs them.
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  const keep = (event: FormEvent<HTMLFormElement>) => {
    if (draft === undefined) return
    const fields = [...new FormData(event.currentTarget)].filter(([, value]) => typeof value === 'string')
    sessionStorage.setItem(`malipo.draft.${draft}`, JSON.stringify(fields))
  }
  return (
    <FormProblems value={saidOf(problems, saying)}>
      <form ref={form} className="stack" onSubmit={send} onInput={keep}>
        <FormTrouble error={error} saying={saying} />
        {children}
      </form>
    </FormProblems>
  )
}

function saidOf(problems: Problems, saying: Saying): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, saying[field] ?? problem]),
  )
}

/** What was sent need not be kept. */
export function forgetDraft(draft: string): void {
  sessionStorage.removeItem(`malipo.draft.${draft}`)
}

function fillFrom(form: HTMLFormElement, kept: string | null): void {
  if (kept === null) return
  for (const [name, value] of JSON.parse(kept) as [string, string][]) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) field.checked = true
    else if (field && 'value' in field) field.value = value
  }
}
