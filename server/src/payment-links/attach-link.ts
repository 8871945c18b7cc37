import type { AttachmentChecks } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { CollectionMethod } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type LinkRow, linkColumns, statusOf } from './link-row.ts'

type Check = AttachmentChecks['paymentLink']

/** What a collection must be to be for a payment link. One look, and only for those that name one. */
export function linkCheck({ sql, clock }: World): Check {
  return async ({ id, merchantId, environment, ...wish }) => {
    const link = await findOwn(sql, id, { merchantId, environment })
    refuseClosed(link, wish.method, clock.now())
    refuseOtherTerms(link, wish)
    return { invoiceId: link.invoice_id, metadata: link.metadata }
  }
}

async function findOwn(
  sql: Database,
  id: string,
  owner: Pick<Parameters<Check>[0], 'merchantId' | 'environment'>,
) {
  const [link] = await sql<LinkRow[]>`
    select ${linkColumns} from payment_links
    where id = ${id} and merchant_id = ${owner.merchantId} and environment = ${owner.environment}`
  if (link) return link
  throw invalid({ field: 'payment_link_id', problem: 'must be the id of a payment link of this merchant' })
}

export function refuseClosed(link: LinkRow, method: CollectionMethod, now: Date): void {
  const status = statusOf(link, now)
  if (status === 'ACTIVE' && link.methods.some((one) => one === method)) return
  throw new Refusal('payment_link_unavailable', {
    message:
      status === 'ACTIVE'
        ? `This payment link does not accept ${method}. It accepts ${link.methods.join(', ')}.`
        : `This payment link is ${status}.`,
    details: { status, methods: link.methods },
  })
}

export function refuseOtherTerms(
  link: LinkRow,
  { amount, currency }: { amount: bigint; currency: string },
): void {
  const problems = [
    {
      field: 'currency',
      problem: currency === link.currency ? null : `must be ${link.currency}, as in the payment link`,
    },
    { field: 'amount', problem: amountProblem(link, amount) },
  ].flatMap(({ field, problem }) => (problem === null ? [] : [{ field, problem }]))
  if (problems.length > 0) throw invalid(...problems)
}

function amountProblem(
  { amount, min_amount: least, max_amount: most }: LinkRow,
  given: bigint,
): string | null {
  if (amount !== null) {
    return given === amount ? null : `must be ${textFromMinor(amount)}, as in the payment link`
  }
  if (least !== null && given < least) return `must be ${textFromMinor(least)} or more for this payment link`
  return most !== null && given > most ? `must be ${textFromMinor(most)} or less for this payment link` : null
}
