import type { Transaction } from '../database/database.ts'
import { isAccountAmong } from '../recipients/recipients.ts'
import type { Person } from './find-person.ts'

/**
 * Files that were made while somebody was still in them end with their erasure: all of their merchant's, and what they had asked for themselves. One that
 * is being written has a new lease, so that whoever writes it begins anew.
 */
export async function endFiles(tx: Transaction, person: Person, now: Date): Promise<void> {
  const { merchantId, environment, numbers, emails, customerIds } = person
  await tx`
    with old as (
      update data_exports x
      set lease = x.lease + 1, due_at = case x.status when 'PREPARING' then ${now}::timestamptz end,
        ends_at = case x.status when 'READY' then ${now}::timestamptz end
      where x.merchant_id = ${merchantId} and x.environment = ${environment} and x.status in ('PREPARING', 'READY')
        and (x.privacy_request_id is null or exists (
          select from privacy_requests r where r.id = x.privacy_request_id
            and (r.phone = any(${numbers}::text[]) or lower(r.email) = any(${emails}::text[])
              or r.customer_id = any(${customerIds}::uuid[]) or ${isAccountAmong(tx, tx`r.account`, numbers)})))
      returning x.id)
    delete from data_export_parts p using old where p.export_id = old.id`
}
