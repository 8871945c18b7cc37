import type { BatchDossier } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { CheckField, TextField } from '../../kit/fields.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { batchWayWords } from './batch-way-words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { isLastFour } from './last-four.ts'
import { readNumbers, tellNumbers } from './row-numbers.ts'
import { tellRefused } from './tell-refused.ts'

type Props = {
  of: BatchDossier
  submission: Submission<unknown>
  except: readonly number[]
  onExcept(rows: readonly number[]): void
  onApprove(approval: BatchApproval): void
  onCancel(): void
}

export type BatchApproval = { except: readonly number[]; note: string; isEarly: boolean }

/** Says once more what is approved and what is left out, and asks for the end of the fingerprint: nobody approves rows that they did not look at. */
export function ApproveBatch({ of, submission, except, onExcept, onApprove, onCancel }: Props) {
  const words = useWords(batchWayWords)
  const { note, noteOptional, noteHint, keepNote, gone } = useWords(decisionWords)
  const [isEarly, setEarly] = useState(false)
  const cooling = coolingOf(of, except)
  const overrides = isEarly && cooling !== undefined
  const [wrong, setWrong] = useState<{ end: boolean; rows: boolean }>({ end: false, rows: false })
  const amount = formatMoney(of.amount_total, of.currency)
  const left = tellNumbers(except)
  const first = of.approved_by[0]
  const send = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const end = !isLastFour(text('last_four'), of.content_hash)
    const read = readNumbers(text('except'), of.row_count)
    const isRead = read !== null && read.length < of.row_count
    setWrong({ end, rows: !isRead })
    if (!end && isRead) onApprove({ except: read, note: text('note'), isEarly: overrides })
  }
  return (
    <div className={`${classes.chosen} stack`}>
      <h3>{words.approveTitle}</h3>
      <div className={classes.repeated}>
        <strong className="money">{amount}</strong>
        <span>{words.repeated(of.row_count, of.merchant.name)}</span>
        <span>{left === '' ? words.withoutNone : words.without(left)}</span>
        <span className="mono">{of.content_hash}</span>
      </div>
      <p>{textOf(of, words)}</p>
      {first && <p>{words.exceptOfFirst(tellNumbers(first.except) || words.exceptNone)}</p>}
      <Form submission={submission} onSubmit={send} saying={tellRefused(submission.error, gone)}>
        <Except
          key={left}
          {...{ of, left }}
          problem={wrong.rows ? words.exceptWrong(of.row_count) : undefined}
          onExcept={onExcept}
        />
        <TextField
          name="last_four"
          label={words.lastFour}
          hint={words.lastFourHint}
          problem={wrong.end ? words.lastFourWrong : undefined}
          autoComplete="off"
          maxLength={9}
          required
          autoFocus
        />
        {cooling !== undefined && (
          <CheckField
            label={words.early}
            hint={words.earlyHint(cooling)}
            checked={isEarly}
            onChange={({ target }) => setEarly(target.checked)}
          />
        )}
        <TextField
          name="note"
          label={overrides ? note : noteOptional}
          hint={overrides ? keepNote : noteHint}
          maxLength={1000}
          required={overrides}
        />
        <FormEnd isSending={submission.isSending} onCancel={onCancel}>
          {left === '' ? words.approveNow(amount) : words.approveSome}
        </FormEnd>
      </Form>
    </div>
  )
}

function textOf(of: BatchDossier, words: (typeof batchWayWords)['en']): string {
  if (of.approvals + 1 < of.approvals_needed) return words.approveFirstText
  if (of.approve_rows) return words.approveRowsText
  return hasReviewed(of) ? words.approveReviewedText : words.approveText
}

/** Whether rows of it wait for approvals of their own while the others go. */
export function hasReviewed({ warnings }: BatchDossier): boolean {
  return warnings.some(({ kind }) => kind === 'under_review')
}

/** The numbers of rows to recipients that cool and are not left out; undefined where there are none. Of very many warnings not all are told. */
function coolingOf(
  { may_decide: may, warnings }: BatchDossier,
  except: readonly number[],
): string | undefined {
  if (!may.override_cooling) return undefined
  const cooling = warnings.flatMap(({ kind, row }) => (kind === 'cooling' ? row : []))
  const meant = cooling.filter((row) => !except.includes(row))
  return cooling.length > 0 && meant.length === 0 ? undefined : tellNumbers(meant)
}

type ExceptProps = {
  of: BatchDossier
  left: string
  problem: string | undefined
  onExcept(rows: readonly number[]): void
}

/** What is typed here and what is marked at the rows is the same. It counts once whoever types it has left the field. */
function Except({ of, left, problem, onExcept }: ExceptProps) {
  const words = useWords(batchWayWords)
  return (
    <TextField
      name="except"
      label={words.except}
      hint={words.exceptHint}
      problem={problem}
      defaultValue={left}
      autoComplete="off"
      onBlur={({ target }) => {
        const read = readNumbers(target.value, of.row_count)
        if (read !== null) onExcept(read)
      }}
    />
  )
}
