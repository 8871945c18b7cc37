import {
  legalWithdrawalSteps,
  type WithdrawalStatus,
  withdrawalLifecycle,
} from '../../../src/withdrawals/withdrawal-lifecycle.ts'
import type { Seen, SeenBook, SeenPayment, SeenStep } from './see.ts'
import type { Stage } from './stage.ts'

const reserving: readonly WithdrawalStatus[] = [
  'PROCESSING',
  'NEEDS_RECONCILIATION',
  'BLOCKED_IP_WHITELIST',
  'NEEDS_ADMIN_ATTENTION',
]
const pending: readonly (WithdrawalStatus | null)[] = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED']
const ended: readonly WithdrawalStatus[] = ['REJECTED', 'SUCCESS', 'FAILED', 'REVERSED']
const legal = new Set(legalWithdrawalSteps().map(({ from, to }) => `${from}→${to}`))

export const bookOf = (one: { merchant_id: string; environment: string }) =>
  `${one.merchant_id} ${one.environment}`

/** What is wrong with a withdrawal, seen with how it was before this step. */
export function judgeWithdrawal(now: Seen, before: Seen | undefined): string[] {
  const { label, status, steps, reserved, total_reserved: total } = now
  const faults: string[] = []
  const ways = steps.map(({ from, to }) => `${from}→${to}`)
  if (ways.length !== now.moves || steps.at(-1)?.to !== status)
    faults.push(`${label} is ${status} after ${now.moves} moves, and its history says ${ways.join(' ')}`)
  if (steps.some(({ from }, at) => from !== (steps[at - 1]?.to ?? null)))
    faults.push(`${label} jumps: ${ways}`)
  faults.push(...ways.filter((way) => !legal.has(way)).map((way) => `${label} went ${way}`))
  const known = before?.steps.map(({ from, to }) => `${from}→${to}`) ?? []
  if (known.some((way, at) => ways[at] !== way)) faults.push(`the history of ${label} was changed`)
  if (before && before.provider_reference !== now.provider_reference)
    faults.push(`the reference of ${label} changed`)
  const expected = reserving.includes(status) ? total : 0n
  if (reserved !== expected)
    faults.push(`${label} is ${status} and has ${reserved} reserved, not ${expected}`)
  const isTold = ({ from, to }: SeenStep) =>
    now.kind === 'refund'
      ? ended.includes(to)
      : to === 'INFO_REQUESTED' || ended.includes(to) || (to === 'PROCESSING' && pending.includes(from))
  const due = steps.flatMap((step, at) => (isTold(step) ? [at + 1] : []))
  if (due.join() !== now.announced.join())
    faults.push(`${label} announced its steps ${now.announced}, and should have announced ${due}`)
  return [...faults, ...judgeDecisions(now)]
}

function judgeDecisions({ label, environment, steps, audited }: Seen): string[] {
  return steps
    .filter(({ from, to, source }) => {
      const isPlayed = environment === 'sandbox' && source === 'simulated_admin'
      const leaves = pending.includes(from) && to !== 'PENDING_ADMIN_APPROVAL' && !isPlayed
      return leaves || source === 'super_admin'
    })
    .filter(
      (step) => !audited.some(({ from, to, by }) => from === step.from && to === step.to && by === step.by),
    )
    .map(({ from, to }) => `${label} went ${from}→${to} without an audit entry`)
}

/** What the provider saw of it. */
export function judgeSending({ network }: Stage, now: Seen, before: Seen | undefined): string[] {
  const { label } = now
  const faults: string[] = []
  const accepted = network.accepted.get(label) ?? 0
  if (accepted > 1) faults.push(`the provider accepted ${accepted} instructions for ${label}`)
  const sends = network.sends.filter((sent) => sent === label).length
  const wasApproved = now.steps.some(({ to }) => to === 'PROCESSING')
  if ((sends > 0 || accepted > 0) && !wasApproved) faults.push(`${label} was sent before it was approved`)
  const fresh = now.steps.slice(before?.moves ?? 0)
  const mayBeSent = before?.status === 'PROCESSING' || fresh.some(({ to }) => to === 'PROCESSING')
  if (sends > 0 && !mayBeSent) faults.push(`${label} was sent anew when it was ${before?.status}`)
  return faults
}

/** What is a merchant's own is what came in, less what is set aside or paid out. */
export function judgeBook({ given }: Stage, book: SeenBook, withdrawals: Seen[]): string[] {
  const mine = withdrawals.filter((one) => bookOf(one) === bookOf(book))
  const sum = (ofThem: Seen[]) => ofThem.reduce((total, one) => total + one.total_reserved, 0n)
  const aside = sum(mine.filter(({ status }) => reserving.includes(status)))
  const gone = sum(mine.filter(({ status }) => withdrawalLifecycle[status].position === 'paid'))
  // What payments cost goes back with them, where a rule says so.
  const back = mine.reduce((total, one) => total + one.fee_returned, 0n)
  const own = (given.get(bookOf(book)) ?? 0n) - aside - gone + back
  const faults: string[] = []
  if (book.available < 0n) faults.push(`available is ${book.available}`)
  if (book.receivable > 0n) faults.push(`a debt of ${book.receivable}`)
  if (book.available > 0n && book.receivable < 0n) faults.push('a debt that is not repaid first')
  if (book.reserved !== aside) faults.push(`${book.reserved} is reserved, and ${aside} is needed`)
  if (book.available + book.receivable !== own)
    faults.push(`${book.available + book.receivable} is the merchant's, and should be ${own}`)
  if (book.all_accounts !== 0n) faults.push(`the accounts sum to ${book.all_accounts}`)
  if (book.all_entries !== 0n) faults.push(`entries and balances differ by ${book.all_entries}`)
  return faults
}

const givenUp: readonly WithdrawalStatus[] = ['REJECTED', 'FAILED', 'REVERSED']

/** What goes back of a payment is what its refunds say, and never more than was paid; unless one that had failed was paid after all, which nobody could know. */
export function judgePayment(
  { id, amount, refunded, claimed }: SeenPayment,
  label: string,
  all: Seen[],
): string[] {
  const refunds = all.filter((one) => one.collection_id === id)
  const sum = (some: Seen[]) => some.reduce((total, one) => total + one.amount, 0n)
  const asked = sum(refunds.filter(({ status }) => !givenUp.includes(status)))
  const paid = sum(refunds.filter(({ status }) => status === 'SUCCESS'))
  const cameBack = refunds.some(({ steps }) => steps.some(({ from }) => from === 'FAILED'))
  const faults: string[] = []
  if (claimed !== asked) faults.push(`${label} has ${claimed} asked back, and its refunds ask for ${asked}`)
  if (refunded !== paid) faults.push(`${label} has ${refunded} paid back, and its refunds paid ${paid}`)
  if (asked > amount && !cameBack) faults.push(`${label} was ${amount}, and ${asked} of it goes back`)
  return faults
}
