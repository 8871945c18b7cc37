import { fromMinor } from '@malipo/sdk'
import { useRef } from 'react'
import { Button, IconButton } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { type LineTyped, noLine, sumOfLine } from './invoice-sum.ts'
import classes from './invoices.module.css'
import { editorWords } from './invoices-words.ts'

/** As many as the service takes. */
const mostLines = 100

type Props = { lines: LineTyped[]; onChange(lines: LineTyped[]): void }

export function InvoiceLines({ lines, onChange }: Props) {
  const words = useWords(editorWords)
  const list = useRef<HTMLDivElement>(null)
  const add = () => {
    onChange([...lines, noLine])
    // Whoever adds a line wants to write in it.
    requestAnimationFrame(() => {
      const fields = list.current?.querySelectorAll<HTMLElement>('fieldset:last-of-type input')
      fields?.[0]?.focus()
    })
  }
  return (
    <div ref={list} className="stack">
      {lines.map((line, at) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place, and everything in it is given.
          key={at}
          {...{ line, at }}
          onChange={(next) => onChange(lines.with(at, next))}
          {...(lines.length > 1 && { onRemove: () => onChange(lines.toSpliced(at, 1)) })}
        />
      ))}
      {lines.length < mostLines && (
        <div>
          <Button look="plain" icon="plus" onClick={add}>
            {words.add}
          </Button>
        </div>
      )}
    </div>
  )
}

type LineProps = { line: LineTyped; at: number; onChange(line: LineTyped): void; onRemove?: () => void }

function Line({ line, at, onChange, onRemove }: LineProps) {
  const words = useWords(editorWords)
  const sum = sumOfLine(line)
  const field = (name: keyof LineTyped) => ({
    value: line[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...line, [name]: target.value }),
  })
  return (
    <fieldset className={classes.line} aria-label={words.itemOf(at + 1)}>
      <div className={classes.described}>
        <TextField
          name={`items.${at}.description`}
          label={words.itemOf(at + 1)}
          maxLength={200}
          {...field('description')}
        />
        {onRemove && <IconButton name="bin" label={words.remove(at + 1)} onClick={onRemove} />}
      </div>
      <div className={classes.counted}>
        <TextField
          name={`items.${at}.quantity`}
          label={words.quantity}
          inputMode="decimal"
          {...field('quantity')}
        />
        <TextField
          name={`items.${at}.unit_price`}
          label={words.price}
          inputMode="decimal"
          {...field('price')}
        />
        <TextField
          name={`items.${at}.tax_percent`}
          label={words.taxPercent}
          inputMode="decimal"
          {...field('tax')}
        />
        <div className={classes.lineSum}>
          <span className="small muted">{words.lineTotal}</span>
          <strong>{sum ? <Money amount={fromMinor(sum.amount)} /> : '–'}</strong>
        </div>
      </div>
    </fieldset>
  )
}
