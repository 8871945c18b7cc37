import { bookOf, type Mirror, type Touched } from './mirror.ts'
import type { Stage } from './stage.ts'

/** What a step changed, in words that hold no id: the same seed then tells the same, whoever was first in a race. */
export function tellStep(stage: Stage, touched: Touched): string[] {
  const { mirror } = stage
  const changed = [...touched.collections].flatMap((id) => tellCollection(mirror, id))
  const moved = touched.steps.map(({ collection_id: id, from_status: from, to_status: to, source }) => {
    return `${mirror.collections.get(id)?.description} ${from}→${to} by ${source}`
  })
  const contradicted = [...touched.discrepancies].map((id) => {
    const found = mirror.discrepancies.get(id)
    const label = mirror.collections.get(found?.collection_id ?? '')?.description
    return `${label} ${found?.kind} (${found?.theirs}) ${found?.status} ${found?.action ?? ''}`
  })
  const balances = [...touched.books].map((book) => tellBook(stage, book))
  return [...moved, ...contradicted, ...changed, ...balances]
}

/** Who of two in one book owes and who repays depends on who was first, and only on that. */
const ofWhoeverWasFirst = new Set(['debt', 'debt_repayment'])

function tellCollection(mirror: Mirror, id: string): string[] {
  const row = mirror.collections.get(id)
  if (!row) return []
  const types = (mirror.bookedFor.get(id) ?? []).map(({ type }) => type)
  const booked = types.filter((type) => !ofWhoeverWasFirst.has(type)).join(',')
  const { description, status, due_at: due, attempts, lease } = row
  return [`${description} is ${status}, due ${due}, attempts ${attempts}, lease ${lease}, booked ${booked}`]
}

function tellBook({ mirror, shops }: Stage, book: string): string {
  const [merchant, environment, currency] = book.split(' ')
  const shop = shops.find(({ id }) => id === merchant)?.name
  const balances = [...mirror.accounts.values()]
    .filter((account) => bookOf(account) === book && account.balance !== 0)
    .map(({ kind, balance }) => `${kind} ${balance}`)
    .sort()
  return `${shop} ${environment} ${currency} has ${balances.join(', ')}`
}
