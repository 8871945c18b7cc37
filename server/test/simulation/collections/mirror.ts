import type { Environment } from '@malipo/contract'
import type { CollectionStatus, Source } from '../../../src/collections/collection-lifecycle.ts'
import type { Change } from './changes.ts'

/** Rows as JSON tells them: amounts are numbers here, small enough to be exact. */
export type Collection = {
  id: string
  merchant_id: string
  environment: Environment
  method: string | null
  status: CollectionStatus
  amount: number
  currency: string
  provider: string
  provider_reference: string
  /** The label under which the simulation knows it. */
  description: string
  moves: number
  due_at: string | null
  lease: number
  attempts: number
  qr_expires_at: string | null
  qr_payload: string | null
  page_token: string | null
  page_ends_at: string | null
  ends_at: string | null
}
export type Try = {
  id: string
  collection_id: string
  number: number
  provider_reference: string
  /** Null where it is not of a page. */
  state: string | null
}
export type Step = {
  collection_id: string
  seq: number
  from_status: CollectionStatus | null
  to_status: CollectionStatus
  source: Source
  at: string
}
export type Told = {
  resource_id: string
  sequence: number
  type: string
  merchant_id: string
  environment: string
  /** The status in its body. */
  told: string
}
export type Account = {
  id: string
  merchant_id: string
  environment: string
  currency: string
  kind: string
  provider: string
  balance: number
  entries: number
  transactions: number
}
export type Entry = {
  transaction_id: string
  leg: number
  account_id: string
  amount: number
  seq: number
  balance_after: number
}
export type Booked = {
  id: string
  merchant_id: string
  environment: string
  currency: string
  seq: number
  type: string
  direction: string
  amount: number
  balance_after: number
  cause: string
  collection_id: string | null
}
export type Discrepancy = {
  id: string
  collection_id: string
  kind: string
  theirs: string
  status: string
  action: string | null
}
type Counted = {
  merchant_id: string
  environment: string
  method: string | null
  status: string
  change: number
}
type Key = { scope: string; environment: string; key: string; resource_id: string | null }

/** All that is in the database and matters, kept in memory, so that a step is judged by what it changed. */
export type Mirror = {
  collections: Map<string, Collection>
  byLabel: Map<string, Collection>
  /** Of pages, by their id. */
  tries: Map<string, Try>
  triesOf: Map<string, Set<string>>
  history: Map<string, Step[]>
  events: Map<string, Told[]>
  accounts: Map<string, Account>
  entries: Map<string, Entry[]>
  entriesOfAccount: Map<string, Entry[]>
  booked: Map<string, Booked>
  bookedFor: Map<string, Booked[]>
  causes: Set<string>
  counts: Map<string, number>
  made: Map<string, number>
  discrepancies: Map<string, Discrepancy>
  keys: Map<string, string | null>
  audited: Map<string, string[]>
  /** By book: what successful collections brought, and what waits for clearance. */
  earned: Map<string, number>
  waiting: Map<string, number>
  last: bigint
}

/** What a step touched, and so what has to be judged after it. */
export type Touched = {
  collections: Set<string>
  accounts: Set<string>
  booked: Set<string>
  books: Set<string>
  counts: Set<string>
  discrepancies: Set<string>
  steps: Step[]
  faults: string[]
}

export function emptyMirror(): Mirror {
  return {
    collections: new Map(),
    byLabel: new Map(),
    tries: new Map(),
    triesOf: new Map(),
    history: new Map(),
    events: new Map(),
    accounts: new Map(),
    entries: new Map(),
    entriesOfAccount: new Map(),
    booked: new Map(),
    bookedFor: new Map(),
    causes: new Set(),
    counts: new Map(),
    made: new Map(),
    discrepancies: new Map(),
    keys: new Map(),
    audited: new Map(),
    earned: new Map(),
    waiting: new Map(),
    last: 0n,
  }
}

export function bookOf(row: { merchant_id: string; environment: string; currency: string }): string {
  return `${row.merchant_id} ${row.environment} ${row.currency}`
}

export function applyChanges(mirror: Mirror, changes: Change[]): Touched {
  const touched: Touched = {
    collections: new Set(),
    accounts: new Set(),
    booked: new Set(),
    books: new Set(),
    counts: new Set(),
    discrepancies: new Set(),
    steps: [],
    faults: [],
  }
  for (const change of changes) {
    mirror.last = change.n
    applyOne(mirror, touched, change)
  }
  return touched
}

/** Only changes that sum up are deleted: everything else is there to stay. */
function applyOne(mirror: Mirror, touched: Touched, { told_of: table, gone, row }: Change): void {
  if (table === 'collection_counts') {
    count(mirror, touched, row as Counted, gone)
  } else if (gone) {
    touched.faults.push(`a row of ${table} was deleted: ${JSON.stringify(row)}`)
  } else if (table === 'collections') {
    keepCollection(mirror, touched, row as Collection)
  } else if (table === 'collection_tries') {
    keepTry(mirror, touched, row as Try)
  } else if (table === 'collection_history') {
    const step = row as Step
    touched.collections.add(step.collection_id)
    touched.steps.push(step)
    addTo(mirror.history, step.collection_id, step)
  } else if (table === 'events') {
    const event = row as Told
    touched.collections.add(event.resource_id)
    addTo(mirror.events, event.resource_id, event)
  } else if (table === 'ledger_accounts') {
    const account = row as Account
    mirror.accounts.set(account.id, account)
    touched.accounts.add(account.id)
    touched.books.add(bookOf(account))
  } else if (table === 'ledger_transactions') {
    keepBooked(mirror, touched, row as Booked)
  } else if (table === 'ledger_entries') {
    const entry = row as Entry
    touched.booked.add(entry.transaction_id)
    touched.accounts.add(entry.account_id)
    addTo(mirror.entries, entry.transaction_id, entry)
    addTo(mirror.entriesOfAccount, entry.account_id, entry)
  } else if (table === 'discrepancies') {
    const discrepancy = row as Discrepancy
    mirror.discrepancies.set(discrepancy.id, discrepancy)
    touched.discrepancies.add(discrepancy.id)
  } else if (table === 'idempotency_keys') {
    const { scope, environment, key, resource_id: made } = row as Key
    mirror.keys.set(`${scope} ${environment} ${key}`, made)
  } else if (table === 'audit_log') {
    const { action, subject_id: subject } = row as { action: string; subject_id: string }
    addTo(mirror.audited, subject, action)
  }
}

function count(mirror: Mirror, touched: Touched, row: Counted, gone: boolean): void {
  const key = countKey(row)
  touched.counts.add(key)
  bump(mirror.counts, key, gone ? -row.change : row.change)
}

export function countKey(row: {
  merchant_id: string
  environment: string
  method: string | null
  status: string
}) {
  return `${row.merchant_id} ${row.environment} ${row.method} ${row.status}`
}

function keepCollection(mirror: Mirror, touched: Touched, row: Collection): void {
  const before = mirror.collections.get(row.id)
  touched.collections.add(row.id)
  if (!before && mirror.byLabel.has(row.description)) {
    touched.faults.push(`the request ${row.description} made two collections`)
  }
  if (before?.status !== row.status || before.method !== row.method) {
    if (before) weigh(mirror, touched, before, -1)
    weigh(mirror, touched, row, 1)
  }
  mirror.collections.set(row.id, row)
  mirror.byLabel.set(row.description, row)
}

function keepTry(mirror: Mirror, touched: Touched, row: Try): void {
  if (row.state === null) return
  touched.collections.add(row.collection_id)
  mirror.tries.set(row.id, row)
  const ids = mirror.triesOf.get(row.collection_id) ?? new Set()
  mirror.triesOf.set(row.collection_id, ids.add(row.id))
}

function weigh(mirror: Mirror, touched: Touched, row: Collection, sign: 1 | -1): void {
  const book = bookOf(row)
  touched.books.add(book)
  touched.counts.add(countKey(row))
  bump(mirror.made, countKey(row), sign)
  if (row.status === 'successful') bump(mirror.earned, book, sign * row.amount)
  if (row.status === 'pending_clearance') bump(mirror.waiting, book, sign * row.amount)
}

function keepBooked(mirror: Mirror, touched: Touched, row: Booked): void {
  if (mirror.causes.has(row.cause)) touched.faults.push(`"${row.cause}" was booked twice`)
  mirror.causes.add(row.cause)
  mirror.booked.set(row.id, row)
  touched.booked.add(row.id)
  touched.books.add(bookOf(row))
  if (row.collection_id === null) return
  touched.collections.add(row.collection_id)
  addTo(mirror.bookedFor, row.collection_id, row)
}

function bump(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by)
}

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}
