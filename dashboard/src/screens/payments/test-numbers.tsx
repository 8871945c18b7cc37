import { useMerchant } from '../../frame/use-merchant.ts'
import { useWords } from '../../words/words.ts'
import classes from './payments.module.css'
import { paymentsWords } from './payments-words.ts'

/** Phones of the sandbox that answer by themselves, each saying how. */
export function TestNumbers({ onChoose }: { onChoose(phone: string): void }) {
  const words = useWords(paymentsWords)
  const { merchantId } = useMerchant()
  return (
    <fieldset className={classes.chips}>
      <legend>{words.testNumbers}</legend>
      <div>
        {Object.entries(words.chosen).map(([phone, does]) => (
          <button key={phone} type="button" onClick={() => onChoose(phone)}>
            <span className="mono">{phone.slice(-2)}</span> {does}
          </button>
        ))}
      </div>
      <p className="muted small">
        {words.testNumbersHint}{' '}
        <a href={`/simulator?merchant=${merchantId}`} target="_blank" rel="noreferrer">
          {words.openHandset}
        </a>
      </p>
    </fieldset>
  )
}
