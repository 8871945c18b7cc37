import { type ReactNode, useRef } from 'react'
import { Button } from '../../kit/button.tsx'
import { ChoiceField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { ComparisonRow } from './comparison-row.tsx'
import classes from './condition-builder.module.css'
import {
  countOf,
  type Draft,
  isGroup,
  type Kind,
  mostRows,
  newRow,
  pathOf,
  type Row,
  type Rows,
} from './condition-draft.ts'
import { conditionWords } from './condition-words.ts'
import { riskWords } from './risk-words.ts'

type Props = { draft: Draft; kind: Kind; onChange(draft: Draft): void }

/** A condition, chosen step by step: comparisons and groups of them, all or one of which must be true. */
export function ConditionBuilder({ draft, kind, onChange }: Props) {
  const words = useWords(conditionWords)
  const { parts } = draft
  const isFull = countOf(draft) >= mostRows
  const write = (next: readonly (Row | Rows)[]) => onChange({ ...draft, parts: next })
  return (
    <fieldset className={classes.group}>
      <legend>{useWords(riskWords).when}</legend>
      <Several<Row | Rows>
        of={draft}
        parts={parts}
        onHow={(how) => onChange({ ...draft, how })}
        onParts={write}
        make={isFull ? null : () => newRow('amount', kind)}
        makeGroup={isFull ? null : () => ({ how: 'any', rows: [newRow('amount', kind)] })}
        show={({ part, place, put, remove, first }) =>
          isGroup(part) ? (
            <fieldset className={classes.group}>
              <legend>{words.group(String(place + 1))}</legend>
              <Several<Row>
                of={part}
                parts={part.rows}
                onHow={(how) => put({ ...part, how })}
                onParts={(rows) => (rows.length === 0 ? remove?.() : put({ ...part, rows }))}
                isEnded={remove !== undefined}
                make={isFull ? null : () => newRow('amount', kind)}
                show={(inner) => (
                  <ComparisonRow
                    name={words.condition(`${place + 1}.${inner.place + 1}`)}
                    row={inner.part}
                    kind={kind}
                    path={`${pathOf(draft, place)}.${part.how}.${inner.place}`}
                    onChange={inner.put}
                    onRemove={inner.remove}
                    first={(field) => {
                      inner.first(field)
                      if (inner.place === 0) first(field)
                    }}
                  />
                )}
              />
            </fieldset>
          ) : (
            <ComparisonRow
              name={words.condition(String(place + 1))}
              row={part}
              kind={kind}
              path={pathOf(draft, place)}
              onChange={put}
              onRemove={remove}
              first={first}
            />
          )
        }
      />
      {isFull && <p className="muted">{words.full(String(mostRows))}</p>}
    </fieldset>
  )
}

type Shown<Part> = {
  part: Part
  place: number
  put(part: Part): void
  remove: (() => void) | undefined
  first: (field: HTMLSelectElement | null) => void
}

type SeveralProps<Part> = {
  of: { how: 'all' | 'any' }
  parts: readonly Part[]
  onHow(how: 'all' | 'any'): void
  onParts(parts: readonly Part[]): void
  /** Whether the last one may go, too. */
  isEnded?: boolean
  make: (() => Part) | null
  makeGroup?: (() => Part) | null
  show(shown: Shown<Part>): ReactNode
}

/** Parts of one group, with what adds to them. Whoever adds one is led to it, and whoever takes one away to where one is added. */
function Several<Part>({
  of,
  parts,
  onHow,
  onParts,
  isEnded = false,
  make,
  makeGroup,
  show,
}: SeveralProps<Part>) {
  const words = useWords(conditionWords)
  const adding = useRef<HTMLButtonElement>(null)
  const added = useRef<number>(null)
  const add = (part: Part) => {
    added.current = parts.length
    onParts([...parts, part])
  }
  const remove = (place: number) => {
    onParts(parts.filter((_, at) => at !== place))
    // With the last one the whole group goes, and who holds it leads on.
    if (parts.length > 1) adding.current?.focus()
  }
  const lead = (place: number) => (field: HTMLSelectElement | null) => {
    if (field === null || added.current !== place) return
    added.current = null
    field.focus()
  }
  return (
    <>
      {parts.length > 1 && (
        <ChoiceField
          label={words.how}
          choices={(['all', 'any'] as const).map((how) => ({ value: how, label: words.hows[how] }))}
          value={of.how}
          onChange={({ target }) => onHow(target.value as 'all' | 'any')}
        />
      )}
      <ul className={classes.parts}>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place, and keeps nothing of its own.
          <li key={place}>
            {show({
              part,
              place,
              put: (next) => onParts(parts.map((one, at) => (at === place ? next : one))),
              remove: parts.length > 1 || isEnded ? () => remove(place) : undefined,
              first: lead(place),
            })}
          </li>
        ))}
      </ul>
      <div className="row">
        {make && (
          <Button ref={adding} look="plain" size="small" icon="plus" onClick={() => add(make())}>
            {words.add}
          </Button>
        )}
        {makeGroup && (
          <Button look="plain" size="small" icon="plus" onClick={() => add(makeGroup())}>
            {words.addGroup}
          </Button>
        )}
      </div>
    </>
  )
}
