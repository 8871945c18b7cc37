import type { WithdrawalQuote } from '@malipo/sdk'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { formatMoney, formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { tellName } from '../../parts/tell-name.ts'
import { When } from '../../parts/when.tsx'
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
  const shown = shownOf(wish)
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
          <strong>{shown.name}</strong>
          {shown.known && <p className="muted">{tellName(shown.known, names)}</p>}
        </dd>
        <dt>{shown.method === 'BANK_ACCOUNT' ? words.account : words.phone}</dt>
        <dd>
          <strong>{shown.account}</strong>
        </dd>
        <dt>{words.method}</dt>
        <dd>
          {methods[shown.method]}: {nameOf(shown.code)}
        </dd>
        {wish.recipient?.status === 'COOLING' && (
          <>
            <dt>{words.cooling}</dt>
            <dd>
              <When at={wish.recipient.usable_from} />
            </dd>
          </>
        )}
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

/** Whom, as a saved recipient or as it was typed. */
function shownOf(wish: Wish) {
  const { method, recipient } = wish
  if (recipient)
    return {
      method: recipient.method,
      code: recipient.destination_code,
      name: recipient.destination_name,
      account: formatPhone(recipient.destination_identifier),
      known: recipient.name_check,
    }
  const account = method === 'BANK_ACCOUNT' ? wish.account : spoken(wish.phone)
  return { method, code: codeOf(wish), name: wish.name.trim(), account, known: nameKnownOf(wish) }
}

/** As people at home say it, whichever way it was typed. */
function spoken(phone: string): string {
  const digits = (readPhone(phone) ?? phone).replace(/^\+/, '')
  return formatPhone(digits.replace(/^0?(?=[1-9]\d{8}$)/, '255'))
}
