import type { Entry } from '../../src/gateways/gateways.ts'
import type { FaultStage } from './fault-stage.ts'
import type { Played } from './scenes.ts'

/** What both sides have of a row in the end. */
export type Ended = {
  status: string
  /** How many of its discrepancies wait for a person. */
  contradictions: number
  amount: bigint
  theirs: Entry[]
  /** Lines of their book that are nobody's here. */
  strangers: Entry[]
  /** How often they were asked to do it. */
  orders: number
}

/** Looks at a row and at the other side's book from `since` on. */
export async function lookAtBoth(stage: FaultStage, played: Played, since: number): Promise<Ended> {
  const { sql } = stage.service.world
  const isPayOut = played.about === 'disbursement'
  const [row] = isPayOut
    ? await sql<{ status: string; amount: bigint; references: string[] }[]>`
        select status, amount, array[provider_reference] as references from withdrawals where id = ${played.id}`
    : await sql<{ status: string; amount: bigint; references: string[] }[]>`
        select status, amount, array(select provider_reference from collection_tries where collection_id = c.id)
          || provider_reference as references from collections c where id = ${played.id}`
  const [open] = await sql<{ count: number }[]>`
    select count(*)::int as count from discrepancies
    where status = 'open' and ${played.id} in (collection_id, withdrawal_id)`
  const { status = 'none', amount = 0n, references = [] } = row ?? {}
  const lines = stage.gateway.book.all().slice(since)
  const isOurs = ({ reference }: Entry) => references.includes(reference)
  return {
    status,
    amount,
    contradictions: open?.count ?? 0,
    theirs: lines.filter(isOurs),
    strangers: lines.filter((line) => !isOurs(line)),
    orders: stage.gateway.calls.filter(
      ({ line, body }) => line.startsWith('POST') && references.some((one) => body.includes(one)),
    ).length,
  }
}

/**
 * What is wrong with how a row ended, if anything: money that moved there and not here or the other way round, a failure of what
 * may still be paid, a payout that was booked or sent twice. A row that nobody knows the end of is open, and that is no fault.
 */
export function judgeRow({ about }: Played, ended: Ended, knowsRepeats: boolean): string[] {
  const { status, theirs, strangers, contradictions } = ended
  const paid = theirs.filter(({ state }) => state === 'paid')
  const problems: string[] = []
  if (strangers.length > 0) problems.push('the gateway carries what nobody here has asked for')
  if (theirs.length > 1) problems.push(`the gateway has it ${theirs.length} times`)
  if (about === 'disbursement' && !knowsRepeats && ended.orders > 1)
    problems.push(`it was sent ${ended.orders} times`)
  if (isSuccess(status) && paid.length === 0 && contradictions === 0)
    problems.push(`${status} here, and ${theirs[0]?.state ?? 'unheard of'} there`)
  if (isSuccess(status) && paid.some((line) => line.paidAmount !== ended.amount))
    problems.push('another amount was paid')
  if (isFailure(status) && paid.length > 0) problems.push(`${status} here, and paid there`)
  if (isFailure(status) && theirs.some(mayStillBePaid))
    problems.push(`${status} here, and it may still be paid`)
  if (status === 'reversed' && theirs.some(({ state }) => state !== 'reversed'))
    problems.push(`reversed here, and ${theirs[0]?.state} there`)
  return problems
}

const isSuccess = (status: string) => status === 'successful' || status === 'SUCCESS'
const isFailure = (status: string) => status === 'failed' || status === 'FAILED'

/** An order that nobody was asked to pay is paid by nobody. */
function mayStillBePaid({ state, party }: Entry): boolean {
  return state === 'open' && party !== null
}
