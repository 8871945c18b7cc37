import { type Ref, useDeferredValue } from 'react'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { useMethodNames } from '../providers/routed-methods.ts'
import classes from './condition-builder.module.css'
import {
  about,
  isMeasured,
  isOverTime,
  type Kind,
  methodsOf,
  nameMatches,
  type Row,
  type Span,
  type Subject,
  sortOf,
  spans,
  subjects,
  type What,
  whats,
} from './condition-draft.ts'
import { conditionWords } from './condition-words.ts'
import { ListNumbers } from './list-numbers.tsx'

type Props = {
  name: string
  row: Row
  kind: Kind
  /** What the service calls it. */
  path: string
  onChange(row: Row): void
  /** Absent for the only one. */
  onRemove?: (() => void) | undefined
  first?: Ref<HTMLSelectElement>
}

/** One comparison: what is looked at, how it is compared, and with what. */
export function ComparisonRow({ name, row, kind, path, onChange, onRemove, first }: Props) {
  const words = useWords(conditionWords)
  const list = useDeferredValue(row.value)
  const put = (some: Partial<Row>) => onChange({ ...row, ...some })
  const whose = { person: kind === 'collections' ? words.payer : words.recipient, ...words }
  return (
    <fieldset className={classes.part}>
      <legend>{name}</legend>
      <div className={classes.fields}>
        <ChoiceField
          ref={first}
          name={`${path}.field`}
          label={words.what}
          choices={whats.map((what) => ({ value: what, label: words.whats[what] }))}
          value={row.what}
          onChange={({ target }) => onChange(about(row, target.value as What, kind))}
        />
        {isOverTime(row.what) && (
          <>
            <ChoiceField
              label={words.of}
              choices={subjects.map((subject) => ({ value: subject, label: whose[subject] }))}
              value={row.subject}
              onChange={({ target }) => put({ subject: target.value as Subject })}
            />
            <ChoiceField
              label={words.within}
              choices={spans.map((span) => ({ value: span, label: words.spans[span] }))}
              value={row.span}
              onChange={({ target }) => put({ span: target.value as Span })}
            />
          </>
        )}
        {sortOf[row.what] !== 'flag' && (
          <ChoiceField
            name={`${path}.is`}
            label={words.is}
            choices={Object.entries(comparisonsFor(row.what, words)).map(([value, label]) => ({
              value,
              label,
            }))}
            value={row.is}
            onChange={({ target }) => put({ is: target.value as Row['is'] })}
          />
        )}
        <Value row={row} kind={kind} path={path} onChange={(value) => put({ value })} />
      </div>
      {row.what === 'listed' && <ListNumbers list={list} />}
      {onRemove && (
        <div className={classes.end}>
          <Button
            look="quiet"
            size="small"
            icon="bin"
            onClick={onRemove}
            aria-label={words.removeNamed(name)}
          >
            {words.remove}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type Sentences = (typeof conditionWords)['en']

function comparisonsFor(what: What, words: Sentences): Record<string, string> {
  if (what === 'listed') return words.listing
  return isMeasured(what) ? words.comparisons : words.words
}

type ValueProps = Pick<Props, 'row' | 'kind' | 'path'> & { onChange(value: string): void }

function Value({ row, kind, path, onChange }: ValueProps) {
  const words = useWords(conditionWords)
  const methods = useMethodNames()
  const { what, value } = row
  const common = { name: `${path}.value`, value }
  const choose = (label: string, choices: { value: string; label: string }[]) => (
    <ChoiceField
      {...common}
      label={label}
      choices={choices.some((one) => one.value === value) ? choices : [{ value, label: value }, ...choices]}
      onChange={({ target }) => onChange(target.value)}
    />
  )
  switch (sortOf[what]) {
    case 'none':
      return null
    case 'flag':
      return choose(words.is, [
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ])
    case 'word':
      return choose(
        words.value,
        what === 'method'
          ? methodsOf[kind].map((method) => ({ value: method, label: methods[method] }))
          : nameMatches.map((match) => ({ value: match, label: words.names[match] })),
      )
    default: {
      const isList = what === 'listed'
      return (
        <TextField
          {...common}
          label={isList ? words.list : words.value}
          hint={hintFor(what, words)}
          required
          autoComplete="off"
          inputMode={sortOf[what] === 'money' ? 'decimal' : sortOf[what] === 'number' ? 'numeric' : 'text'}
          onChange={({ target }) => onChange(isList ? target.value.toLowerCase() : target.value)}
        />
      )
    }
  }
}

function hintFor(what: What, words: Sentences): string {
  const hints: Partial<Record<What, string>> = {
    count: words.countHint,
    age: words.ageHint,
    hour: words.hourHint,
    network: words.networkHint,
    listed: words.listHint,
  }
  return hints[what] ?? words.moneyHint
}
