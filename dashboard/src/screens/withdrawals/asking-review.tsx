import type { WithdrawalQuote } from '@malipo/sdk'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { formatMoney, formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { tellName } from '../../parts/tell-name.ts'
import { useWords } from '../../words/words.ts'
import { askingWords } from './asking-words.ts'
import { Lines } from './costs.tsx'
import { useDestinations } from './use-destinations.ts'
import { codeOf, nameKnownOf, readPhone, type Wish } from './wish.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

type Props = {
  wish: Wish
  quote: WithdrawalQuote
  submission: Submission<unknown>
  onSubmit(): void
  onChange(): void
}

/** Everything once more, as it will be sent, and one button that sends it. */
export function AskingReview({ wish, quote, submission, onSubmit, onChange }: Props) {
  const words = useWords(askingWords)
  const { methods } = useWords(withdrawalsWords)
  const { environment } = useMerchant()
  const { nameOf } = useDestinations()
  const names = useWords(nameCheckWords)
  const known = nameKnownOf(wish)
  const isBank = wish.method === 'BANK_ACCOUNT'
  const isTest = environment === 'sandbox'
  const amount = formatMoney(quote.withdrawal_amount)
  return (
    <div className="card stack" style={{ maxWidth: '36rem' }}>
      <p>{words.reviewText}</p>
      <dl className="facts">
        <dt>{words.amount}</dt>
        <dd>
          <strong className="sum">
            <Money amount={quote.withdrawal_amount} />
          </strong>
        </dd>
        <dt>{words.name}</dt>
        <dd>
          <strong>{wish.name.trim()}</strong>
          {known && <p className="muted">{tellName(known, names)}</p>}
        </dd>
        <dt>{isBank ? words.account : words.phone}</dt>
        <dd>
          <strong>{isBank ? wish.account : spoken(wish.phone)}</strong>
        </dd>
        <dt>{words.method}</dt>
        <dd>
          {methods[wish.method]}: {nameOf(codeOf(wish))}
        </dd>
        {wish.reference.trim() !== '' && (
          <>
            <dt>{words.reference}</dt>
            <dd>{wish.reference.trim()}</dd>
          </>
        )}
      </dl>
      <Lines quote={quote} />
      <p className="muted">{isTest ? words.afterwardsTest : words.afterwards}</p>
      <Form submission={submission} onSubmit={onSubmit}>
        <Button type="submit" size="large" isWide isBusy={submission.isSending}>
          {isTest ? words.submitTest(amount) : words.submit(amount)}
        </Button>
        <Button look="plain" isWide onClick={onChange}>
          {words.change}
        </Button>
      </Form>
    </div>
  )
}

/** As people at home say it, whichever way it was typed. */
function spoken(phone: string): string {
  const digits = (readPhone(phone) ?? phone).replace(/^\+/, '')
  return formatPhone(digits.replace(/^0?(?=[1-9]\d{8}$)/, '255'))
}
