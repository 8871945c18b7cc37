import type { Collection, Mirror, Touched } from './mirror.ts'
import { triesOf } from './tries.ts'

const mostTries = 5

/** What must hold of the pages that a step touched, and of what went on to another provider: at most one try is open, at most one paid, and the page shows it. */
export function judgeTries(mirror: Mirror, touched: Touched): string[] {
  return [...touched.collections].flatMap((id) => {
    const page = mirror.collections.get(id)
    if (!page || (page.page_token === null && triesOf(mirror, id).length < 2)) return []
    return faultsOf(mirror, page).map((fault) => `${page.description} (${page.status}) ${fault}`)
  })
}

function faultsOf(mirror: Mirror, page: Collection): string[] {
  const { id, status, ends_at: ends, provider_reference: shown } = page
  const tries = triesOf(mirror, id)
  const open = tries.filter(({ state }) => state === 'open')
  const paid = tries.filter(({ state }) => state === 'paid')
  const faults: string[] = []
  if (tries.some(({ number }, place) => number !== place + 1)) faults.push('has a gap among its tries')
  if (tries.length > mostTries) faults.push(`has ${tries.length} tries`)
  if (open.length > 1) faults.push(`has ${open.length} open tries`)
  const isPaid = ['successful', 'pending_clearance', 'reversed'].includes(status)
  if (paid.length !== (isPaid ? 1 : 0)) faults.push(`has ${paid.length} paid tries`)
  // One that was held and given back stays the one that is shown.
  const mayCount = status === 'failed' ? tries : [paid[0] ?? tries.at(-1)]
  if (tries.length > 0 && !mayCount.some((one) => one?.provider_reference === shown))
    faults.push('shows another try than the one that counts')
  if (status === 'processing' && open.length > 0 === (ends !== null))
    faults.push(ends === null ? 'has nothing open, and never ends' : 'ends though a try is open')
  const end = mirror.history.get(id)?.find(({ to_status: to }) => to === 'failed')
  const isOurs = end?.source === 'customer' || end?.source === 'expiry'
  if (status === 'failed' && isOurs && open.length > 0) faults.push('was ended though a try is open')
  return faults
}
