import { useRef, useState } from 'react'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useIsSmall } from '../../kit/use-media.ts'
import { Beside } from '../../parts/beside.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { Costs, Lines, shortBy } from './costs.tsx'
import { RecipientChoice } from './recipient-choice.tsx'
import { useBalance } from './use-balance.ts'
import type { useQuote } from './use-quote.ts'
import { WhomToPay } from './whom-to-pay.tsx'
import { problemsWith, type Wish, type WishProblem } from './wish.ts'

type Props = {
  wish: Wish
  onChange(wish: Wish): void
  quote: ReturnType<typeof useQuote>
  submission: Submission<unknown>
  onReview(): void
}

/** Where to and how much, with the cost beside it. */
export function AskingForm({ wish, onChange, quote, submission, onReview }: Props) {
  const words = useWords(askingWords)
  const { data: balance } = useBalance()
  const [isChecked, setChecked] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const wrong = problemsWith(wish)
  const isShort = quote.quote && balance ? shortBy(quote.quote, balance.available) !== null : false
  const problem = (name: WishProblem) =>
    isChecked && wrong.includes(name) ? words.problems[name] : undefined
  const change = (part: Partial<Wish>) => {
    submission.clear()
    onChange({ ...wish, ...part })
  }
  const review = () => {
    setChecked(true)
    if (wrong.length === 0 && quote.isCurrent && !isShort) return onReview()
    // The problems are there once this has been drawn.
    requestAnimationFrame(() => around.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const isSmall = useIsSmall()
  // Where there is no room beside the form, the cost stands where one decides.
  const costs = <Costs of={quote} lines={(one) => <Lines quote={one} />} />
  return (
    <Beside isAfter aside={isSmall ? null : costs}>
      <div ref={around} className="card">
        <Form submission={submission} onSubmit={review}>
          <RecipientChoice wish={wish} change={change} isChecked={isChecked}>
            <WhomToPay {...{ wish, change, problem }} />
          </RecipientChoice>
          <TextField
            name="amount"
            label={words.amount}
            hint={words.amountHint}
            inputMode="decimal"
            autoComplete="off"
            value={wish.amount}
            problem={problem('amount')}
            onChange={({ target }) => change({ amount: target.value })}
          />
          <TextField
            name="merchant_reference"
            label={words.reference}
            hint={words.optional}
            maxLength={100}
            value={wish.reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
          {isSmall && costs}
          <Button type="submit" isWide>
            {words.review}
          </Button>
        </Form>
      </div>
    </Beside>
  )
}
