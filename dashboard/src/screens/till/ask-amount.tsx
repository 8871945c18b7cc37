import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { Keypad } from './keypad.tsx'
import classes from './till.module.css'
import { tillWords } from './till-words.ts'
import { openSound } from './tones.ts'

type Props = {
  amount: string
  setAmount(amount: string): void
  isTest: boolean
  onAsk(phone: string | null): void
}

/** First how much, then of whom: both with the same keys in the same place. */
export function AskAmount({ amount, setAmount, isTest, onAsk }: Props) {
  const words = useWords(tillWords)
  const [phone, setPhone] = useState<string>()
  const money = formatMoney(amount === '' ? '0' : amount)
  const ask = isTest ? words.askTest(money) : words.ask(money)
  if (phone === undefined)
    return (
      <>
        <output className={classes.figure} aria-label={words.amount}>
          {money}
        </output>
        <Keypad value={amount} onChange={(next) => setAmount(next.replace(/^0+/, ''))} most={9} wide="000" />
        <div className={classes.choices}>
          <Button size="large" icon="phone" disabled={amount === ''} onClick={() => setPhone('')}>
            {words.byPhone}
          </Button>
          <Button
            size="large"
            look="plain"
            icon="qr"
            disabled={amount === ''}
            onClick={() => {
              openSound()
              onAsk(null)
            }}
          >
            {words.byCode}
          </Button>
        </div>
      </>
    )
  const isWhole = /^0\d{9}$/.test(phone)
  return (
    <>
      <p className={classes.above}>{money}</p>
      <output className={classes.figure} aria-label={words.phone}>
        {phone === '' ? (
          <span className="muted">0712 345 678</span>
        ) : (
          phone.replace(/^(\d{4})(\d{0,3})(\d*)$/, '$1 $2 $3').trim()
        )}
      </output>
      {isTest && <TestNumbers onChoose={setPhone} />}
      <Keypad value={phone} onChange={setPhone} most={10} wide="07" />
      <div className={classes.choices}>
        <Button size="large" look="plain" icon="previous" onClick={() => setPhone(undefined)}>
          {words.back}
        </Button>
        <Button
          size="large"
          disabled={!isWhole}
          onClick={() => {
            openSound()
            onAsk(phone)
          }}
        >
          {ask}
        </Button>
      </div>
    </>
  )
}

/** Numbers of the sandbox whose owners always do the same. */
function TestNumbers({ onChoose }: { onChoose(phone: string): void }) {
  const words = useWords(tillWords)
  const numbers = {
    '0700000001': words.testPaid,
    '0700000002': words.testDeclined,
    '0700000005': words.testSilent,
  }
  return (
    <fieldset className={classes.tests}>
      <legend className="heard">{words.tests}</legend>
      {Object.entries(numbers).map(([phone, does]) => (
        <Button key={phone} size="small" look="plain" onClick={() => onChoose(phone)}>
          {`…${phone.slice(-2)} ${does}`}
        </Button>
      ))}
    </fieldset>
  )
}
