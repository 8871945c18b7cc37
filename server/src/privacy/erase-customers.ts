import type { Transaction } from '../database/database.ts'
import { erasedName } from '../primitives/stand-ins.ts'
import { isAccountAmong } from '../recipients/recipients.ts'
import { isTheirs, type Person } from './find-person.ts'
import { forgetNumbersOfCustomers } from './forget-control-numbers.ts'

/** Payments go on naming the id, which leads to nobody. */
export async function eraseCustomers(tx: Transaction, { customerIds }: Person, now: Date): Promise<number> {
  const erased = await tx`
    update customers set name = ${erasedName}, phone = null, email = null, metadata = null, erased_at = ${now}
    where id = any(${customerIds}::uuid[]) and erased_at is null`
  return erased.count
}

/**
 * Where they are saved to be paid, what was looked up about them, what control numbers of theirs say in words, and what the simulated network
 * was told to play for their phone.
 */
export async function eraseTraces(tx: Transaction, person: Person): Promise<void> {
  const { merchantId, environment, numbers } = person
  await tx`
    delete from name_look_ups where merchant_id = ${merchantId} and environment = ${environment}
      and ${isTheirs(tx, numbers)}`
  // In two, because those that were removed are found by an index of their own. What waits for approval to them can no longer be approved.
  const theirs = tx`merchant_id = ${merchantId} and environment = ${environment} and ${isTheirs(tx, numbers)}`
  await tx`delete from recipients where ${theirs} and deleted_at is null`
  await tx`delete from recipients where ${theirs} and deleted_at is not null`
  await tx`
    delete from network_subscribers
    where merchant_id = ${merchantId} and environment = ${environment} and phone = any(${numbers}::text[])`
  await forgetNumbersOfCustomers(tx, person)
}

/** What they asked before, and what became of it, stays; that it was they does not. */
export async function eraseRequests(tx: Transaction, person: Person): Promise<void> {
  const { merchantId, environment, numbers, emails } = person
  await tx`
    update privacy_requests set phone = null, email = null, account = null
    where merchant_id = ${merchantId} and environment = ${environment} and status in ('DONE', 'REFUSED')
      and (phone = any(${numbers}::text[]) or ${isAccountAmong(tx, tx`account`, numbers)} or lower(email) = any(${emails}::text[]))`
}

type Correction = { new_name: string | null; new_phone: string | null; new_email: string | null }

/** Payments stay as they were made: they tell what happened then. */
export async function correctCustomers(
  tx: Transaction,
  { customerIds }: Person,
  { new_name: name, new_phone: phone, new_email: email }: Correction,
): Promise<number> {
  const corrected = await tx`
    update customers set name = coalesce(${name}, name), phone = coalesce(${phone}, phone), email = coalesce(${email}, email)
    where id = any(${customerIds}::uuid[]) and erased_at is null`
  return corrected.count
}
