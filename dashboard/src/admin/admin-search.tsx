import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useWords } from '../words/words.ts'
import classes from './admin-frame.module.css'
import { adminWords } from './admin-words.ts'
import { useAdmin } from './use-admin.ts'

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id leads to what it names; anything else is looked for among withdrawals. */
export function AdminSearch() {
  const words = useWords(adminWords)
  const { at } = useAdmin()
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    if (text === '') return
    event.currentTarget.reset()
    if (isId.test(text)) void navigate({ to: `${at}/find/${text.toLowerCase()}` })
    else void navigate({ to: `${at}/withdrawals`, search: { search: text } as never })
  }
  return (
    <search className={classes.search}>
      <form onSubmit={search}>
        <input
          id="admin-search"
          type="search"
          name="search"
          maxLength={120}
          aria-label={`${words.search}: ${words.searchHint}`}
          placeholder={words.searchHint}
        />
      </form>
    </search>
  )
}
