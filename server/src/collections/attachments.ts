import type { Environment } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import { invalid, type Refusal } from '../primitives/refusal.ts'
import type { CollectionMethod } from './collection-row.ts'

export type Attachment = {
  id: string
  merchantId: string
  environment: Environment
  method: CollectionMethod
  amount: bigint
  currency: string
}

/** What stands beside it, for the collection to have. */
type Beside = { metadata: Metadata | null }

/** Holds drafts of invoices until the commit. What somebody else holds is refused as a request is whose key is in use: nobody waits. */
export type HoldDrafts = (
  tx: Transaction,
  attachments: readonly Attachment[],
) => Promise<{
  /** Why each may not be paid after all, in the order in which they were named; null where it may. */
  refusals: (Refusal | null)[]
  issue(ids: readonly string[]): Promise<void>
}>

/** Refuses, by throwing, what a collection may not be for. The rooms of these things bring their own checks. */
export type AttachmentChecks = {
  /** Answers with the invoice that the link is for, if it is for one: whoever pays the link pays it. */
  paymentLink(attachment: Attachment): Promise<{ invoiceId: string | null } & Beside>
  /** Tells whether the invoice is still a draft: whoever asks for its money has issued it. */
  invoice(attachment: Attachment): Promise<{ isDraft: boolean } & Beside>
  holdDrafts: HoldDrafts
}

export async function checkCustomer(
  sql: Database,
  { id, merchantId, environment }: Pick<Attachment, 'id' | 'merchantId' | 'environment'>,
): Promise<void> {
  const [found] = await sql`
    select 1 from customers where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}
      and erased_at is null`
  if (!found) throw unknown('customer_id', 'customer')
}

/** The same words for what does not exist and what is somebody else's. */
function unknown(field: string, noun: string): Refusal {
  return invalid({ field, problem: `must be the id of a ${noun} of this merchant` })
}
