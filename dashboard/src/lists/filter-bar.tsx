import { type FormEvent, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ChoiceField, TextField } from '../kit/fields.tsx'
import { useIsSmall } from '../kit/use-media.ts'
import { partWords } from '../parts/part-words.ts'
import { useWords } from '../words/words.ts'
import classes from './filter-bar.module.css'
import type { Filter, FilterValues } from './filters.ts'
import { SavedViews } from './saved-views.tsx'

type Props = {
  /** Under which views are saved, like `payments`. */
  section: string
  filters: Filter[]
  values: FilterValues
  /** Told all values once somebody chose; the screen puts them into its address. */
  onChange(values: FilterValues): void
}

/** The filters of a list. What is chosen stands in the address, so that reloading, Back and a pasted address show the same. */
export function FilterBar({ section, filters, values, onChange }: Props) {
  const words = useWords(partWords)
  const isSmall = useIsSmall()
  const [isOpen, setOpen] = useState(false)
  const chosen = filters.filter(({ name }) => values[name]).length
  const choose = (next: FilterValues) => {
    setOpen(false)
    onChange(next)
  }
  const form = <FilterForm key={JSON.stringify(values)} {...{ filters, values, isSmall }} onChange={choose} />
  const views = <SavedViews section={section} values={values} onChoose={choose} />
  if (!isSmall)
    return (
      <div className={`${classes.bar} not-printed`}>
        {form}
        {views}
      </div>
    )
  return (
    <div className="row not-printed">
      <Button look="plain" icon="filter" onClick={() => setOpen(true)}>
        {chosen > 0 ? `${words.filters} (${chosen})` : words.filters}
      </Button>
      {views}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} kind="sheet" title={words.filters}>
        {form}
      </Dialog>
    </div>
  )
}

type FormProps = Pick<Props, 'filters' | 'values' | 'onChange'> & { isSmall: boolean }

function FilterForm({ filters, values, isSmall, onChange }: FormProps) {
  const words = useWords(partWords)
  const read = (form: HTMLFormElement): FilterValues => {
    const fields = new FormData(form)
    return Object.fromEntries(
      filters.map(({ name }) => [name, String(fields.get(name) ?? '').trim() || undefined]),
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onChange(read(event.currentTarget))
  }
  // What is chosen from a list or a calendar counts at once; what is typed counts with Enter.
  const atOnce = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) => {
    if (!isSmall && currentTarget.form) onChange(read(currentTarget.form))
  }
  return (
    <form className={classes.filters} onSubmit={onSubmit}>
      {pairs(filters).map((pair) => (
        <div key={pair[0]?.name} className={classes[shapeOf(pair)]}>
          {pair.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={values[filter.name] ?? ''}
              atOnce={atOnce}
            />
          ))}
        </div>
      ))}
      <Button type="submit" look="plain">
        {words.apply}
      </Button>
      {filters.some(({ name }) => values[name]) && (
        <Button look="quiet" onClick={() => onChange({})}>
          {words.clearFilters}
        </Button>
      )}
    </form>
  )
}

/** Longer choices do not fit into one column with letters of the usual size. */
const mostInColumn = 11

function shapeOf([one, other]: Filter[]): 'pair' | 'long' | 'alone' {
  if (other !== undefined) return 'pair'
  const isLong = one?.kind === 'choice' && one.choices.some(({ label }) => label.length > mostInColumn)
  return isLong ? 'long' : 'alone'
}

/** A first and a last day belong together: neither stands on a line without the other. */
function pairs(filters: Filter[]): Filter[][] {
  const found: Filter[][] = []
  for (const filter of filters) {
    const last = found.at(-1)
    const isSecondDay = filter.kind === 'day' && last?.length === 1 && last[0]?.kind === 'day'
    if (isSecondDay) last.push(filter)
    else found.push([filter])
  }
  return found
}

type FieldProps = {
  filter: Filter
  value: string
  atOnce(event: { currentTarget: HTMLInputElement | HTMLSelectElement }): void
}

function FilterField({ filter, value, atOnce }: FieldProps) {
  const words = useWords(partWords)
  const { name, label, kind } = filter
  if (kind === 'choice') {
    const choices = [{ value: '', label: filter.unchosen ?? words.all }, ...filter.choices]
    return <ChoiceField {...{ name, label, choices }} defaultValue={value} onChange={atOnce} />
  }
  if (kind === 'day')
    return <TextField type="date" {...{ name, label }} defaultValue={value} onChange={atOnce} />
  return (
    <TextField
      {...{ name, label }}
      placeholder={filter.hint}
      pattern={filter.pattern}
      title={filter.patternHint}
      defaultValue={value}
    />
  )
}
