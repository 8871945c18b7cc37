import type { Found } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { asMalipoError } from '../calls/query-client.ts'
import { Icon } from '../kit/icon.tsx'
import { formatMoney, formatPhone } from '../parts/format.ts'
import { useSayWho } from '../parts/stand-in-words.ts'
import { Status, type StatusKind } from '../parts/status.tsx'
import { Refused } from '../parts/trouble.tsx'
import { useWords } from '../words/words.ts'
import { frameWords } from './frame-words.ts'
import classes from './search-box.module.css'
import { useMerchant } from './use-merchant.ts'

/** Where each kind is opened, and in whose words its state is told. */
const places: Record<Found['kind'], { path: string; status?: StatusKind }> = {
  collection: { path: 'payments', status: 'payment' },
  withdrawal: { path: 'withdrawals', status: 'withdrawal' },
  refund: { path: 'refunds', status: 'withdrawal' },
  invoice: { path: 'invoices', status: 'invoice' },
  payment_link: { path: 'links', status: 'link' },
  control_number: { path: 'control-numbers', status: 'number' },
  customer: { path: 'customers' },
}

const leastLetters = 3
const pauseMs = 200

/** Finds whatever is known by what was typed. Arrows choose, Enter opens, Escape leaves. */
export function SearchBox({ onOpened, isFocused }: { onOpened?: () => void; isFocused?: boolean }) {
  const words = useWords(frameWords)
  const { merchantId, environment } = useMerchant()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const looking = useFindings(typed)
  const found = looking.data?.found ?? []
  const isShown = isOpen && typed.trim().length >= leastLetters
  useEffect(() => {
    if (isFocused) box.current?.focus()
  }, [isFocused])

  const open = (one: Found | undefined) => {
    if (!one) return
    setOpen(false)
    setTyped('')
    box.current?.blur()
    onOpened?.()
    void navigate({ to: `/m/${merchantId}/${environment}/${places[one.kind].path}/${one.id}` })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    }
    if (event.key === 'Enter') open(found[chosen])
    if (event.key === 'Escape') {
      setOpen(false)
      if (!onOpened) box.current?.blur()
    }
  }
  return (
    <search className={classes.around}>
      <Icon name="search" size={16} />
      <input
        ref={box}
        id={onOpened ? undefined : 'search'}
        type="search"
        role="combobox"
        className={classes.box}
        aria-label={words.search}
        aria-expanded={isShown}
        aria-controls={`${id}-found`}
        aria-activedescendant={isShown && found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={100}
        placeholder={words.search}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div className={classes.found}>
          <span role="status" className="heard">
            {looking.data && words.foundMany(found.length)}
          </span>
          {looking.error && <Refused error={asMalipoError(looking.error)} />}
          {looking.data && found.length === 0 && <p className="muted">{words.foundNothing}</p>}
          <Choices {...{ id, found, chosen, open }} />
        </div>
      )}
    </search>
  )
}

type ChoicesProps = { id: string; found: Found[]; chosen: number; open(one: Found): void }

function Choices({ id, found, chosen, open }: ChoicesProps) {
  const words = useWords(frameWords)
  return (
    <div id={`${id}-found`} role="listbox" aria-label={words.search} tabIndex={-1}>
      {found.map((one, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys for it.
        <div
          key={one.id}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className={classes.one}
          // Before the field loses the focus, which would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => open(one)}
        >
          <FoundLine one={one} />
        </div>
      ))}
    </div>
  )
}

function FoundLine({ one }: { one: Found }) {
  const words = useWords(frameWords)
  const sayWho = useSayWho()
  const { status } = places[one.kind]
  return (
    <>
      <span className={classes.kind}>{words.kinds[one.kind]}</span>
      <span className={classes.title}>
        {sayWho(formatPhone(one.title))}
        {one.detail && <span className="muted"> {sayWho(formatPhone(one.detail))}</span>}
      </span>
      {one.amount && <span className="money">{formatMoney(one.amount, one.currency ?? undefined)}</span>}
      {status && one.status && <Status of={status} status={one.status} />}
    </>
  )
}

/** What was found by what was typed, once whoever types has paused. */
function useFindings(typed: string) {
  const { malipo, key } = useMerchant()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return useQuery({
    queryKey: [...key, 'search', asked],
    queryFn: ({ signal }) => malipo.search.find({ q: asked }, { signal }),
    enabled: asked.length >= leastLetters,
  })
}
