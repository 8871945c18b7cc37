import { useRef, useState } from 'react'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/choices.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { useIsSmall } from '../../kit/use-media.ts'
import { Beside } from '../../parts/beside.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { Costs, shortBy } from './costs.tsx'
import { NameLookUp } from './name-look-up.tsx'
import { useBalance } from './use-balance.ts'
import { useDestinations } from './use-destinations.ts'
import type { useQuote } from './use-quote.ts'
import { problemsWith, type Wish, type WishProblem } from './wish.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

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
  const costs = <Costs of={quote} />
  return (
    <Beside isAfter aside={isSmall ? null : costs}>
      <div ref={around} className="card">
        <Form submission={submission} onSubmit={review}>
          <WhereTo {...{ wish, change, problem }} />
          <TextField
            name="destination_name"
            label={words.name}
            hint={words.nameHint}
            maxLength={120}
            value={wish.name}
            problem={problem('name')}
            onChange={({ target }) => change({ name: target.value })}
          />
          <NameLookUp wish={wish} onFound={(known) => change({ known })} />
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

type PartProps = {
  wish: Wish
  change(part: Partial<Wish>): void
  problem(name: WishProblem): string | undefined
}

function WhereTo({ wish, change, problem }: PartProps) {
  const words = useWords(askingWords)
  const { methods } = useWords(withdrawalsWords)
  const destinations = useDestinations()
  const isBank = wish.method === 'BANK_ACCOUNT'
  const choices = [
    { value: '', label: words.choose },
    ...destinations.of(wish.method).map(({ destination_code: value, name, available }) => ({
      value,
      label: available ? name : words.notNow(name),
    })),
  ]
  return (
    <>
      <Segments
        label={words.method}
        value={wish.method}
        onChange={(method) => change({ method: method as Wish['method'], code: '' })}
        choices={Object.entries(methods).map(([value, label]) => ({ value, label }))}
      />
      {destinations.error && <Trouble error={destinations.error} retry={destinations.retry} />}
      {wish.method !== 'PROVIDER_PESA' && (
        <ChoiceField
          name="destination_code"
          label={isBank ? words.bank : words.wallet}
          choices={choices}
          value={wish.code}
          problem={problem('code')}
          onChange={({ target }) => change({ code: target.value })}
        />
      )}
      {isBank ? (
        <TextField
          name="bank_account_number"
          label={words.account}
          autoComplete="off"
          value={wish.account}
          problem={problem('account')}
          onChange={({ target }) => change({ account: target.value })}
        />
      ) : (
        <TextField
          name="destination_phone"
          type="tel"
          label={words.phone}
          hint={words.phoneHint}
          autoComplete="off"
          value={wish.phone}
          problem={problem('phone')}
          onChange={({ target }) => change({ phone: target.value })}
        />
      )}
    </>
  )
}
