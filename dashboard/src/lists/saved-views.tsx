import { type FormEvent, useState } from 'react'
import { useMerchantId } from '../frame/use-merchant.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { TextField } from '../kit/fields.tsx'
import { Icon } from '../kit/icon.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { useKept } from '../kit/use-kept.ts'
import { partWords } from '../parts/part-words.ts'
import { useMe } from '../people/who.ts'
import { useWords } from '../words/words.ts'
import type { FilterValues } from './filters.ts'

type View = { name: string; values: FilterValues }
type Props = { section: string; values: FilterValues; onChoose(values: FilterValues): void }

/** Filters that are looked at often, under a name, kept in this browser for each person who uses it: a phone number may stand in them. */
export function SavedViews({ section, values, onChoose }: Props) {
  const words = useWords(partWords)
  const { user } = useMe()
  const [views, setViews] = useKept<View[]>(`malipo.views.${user.id}.${useMerchantId()}.${section}`, [])
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setViews([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), values }])
    setName('')
  }
  const button = (
    <>
      <span>{words.views}</span>
      <Icon name="down" size={16} />
    </>
  )
  return (
    <Menu align="end" button={button}>
      {views.map((view) => (
        <div key={view.name} style={{ display: 'flex' }}>
          <MenuItem onChoose={() => onChoose(view.values)}>{view.name}</MenuItem>
          <IconButton
            name="cross"
            label={`${words.forget} ${view.name}`}
            onClick={() => setViews(views.filter((one) => one.name !== view.name))}
          />
        </div>
      ))}
      <form onSubmit={save} className="stack tight" style={{ padding: 'var(--space-8)' }}>
        <TextField
          label={words.viewName}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={60}
        />
        <Button type="submit" look="plain">
          {words.saveView}
        </Button>
      </form>
    </Menu>
  )
}
