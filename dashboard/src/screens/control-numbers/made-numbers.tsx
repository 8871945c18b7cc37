import type { ControlNumber } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { saveFile } from '../../calls/save-file.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { useWords } from '../../words/words.ts'
import classes from './made-numbers.module.css'
import { manyNumbersWords } from './new-number-words.ts'
import { NumberAmount } from './number-amount.tsx'
import { csvOfNumbers } from './numbers-csv.ts'
import { numbersWords } from './numbers-words.ts'

/** Which number each row got: in the order of the rows, and as a file for the spreadsheet they came from. */
export function MadeNumbers({ of, onMore }: { of: readonly ControlNumber[]; onMore(): void }) {
  const words = useWords(manyNumbersWords)
  const shown = useWords(numbersWords)
  const { merchantId, environment } = useMerchant()
  const save = () => saveFile('control-numbers.csv', 'text/csv;charset=utf-8', csvOfNumbers(of))
  return (
    <div className="stack">
      <Notice tone="paid">{words.madeText}</Notice>
      <div className="row">
        <Button icon="download" onClick={save}>
          {words.save}
        </Button>
        <Button look="plain" onClick={onMore}>
          {words.more}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.made} tabIndex={0} aria-label={words.made(of.length)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{shown.number}</th>
              <th scope="col">{shown.text}</th>
              <th scope="col">{shown.amount}</th>
            </tr>
          </thead>
          <tbody>
            {of.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={`/m/${merchantId}/${environment}/control-numbers/${one.id}`}>
                    {formatNumber(one.number)}
                  </Link>
                </td>
                <td>{one.merchant_reference ?? one.description ?? '–'}</td>
                <td>
                  <NumberAmount of={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
