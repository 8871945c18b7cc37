import type { pageLanguages } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

/** How a merchant looks to those who pay it. Read apart from the rest of it, which every call needs. */
export type Looks = {
  display_name: string | null
  brand_colour: string | null
  support_phone: string | null
  support_email: string | null
  language: (typeof pageLanguages)[number] | null
}

export type MerchantLooks = Looks & { name: string; is_active: boolean }

export async function readLooks(sql: Database | Transaction, merchantId: string): Promise<MerchantLooks> {
  const found = (await readLooksOf(sql, [merchantId])).get(merchantId)
  if (!found) throw new Refusal('not_found')
  return found
}

/** The same of several, by their ids. */
export async function readLooksOf(
  sql: Database | Transaction,
  merchantIds: string[],
): Promise<Map<string, MerchantLooks>> {
  const rows = await sql<(MerchantLooks & { id: string })[]>`
    select id, name, is_active, display_name, brand_colour, support_phone, support_email, language
    from merchants where id = any(${merchantIds}::uuid[])`
  return new Map(rows.map(({ id, ...looks }) => [id, looks]))
}

type ChangedBy = { caller: Actor; requestId: string }

/** Changes what is given and leaves the rest, with the audit entry in the same transaction: payers trust what they read. */
export async function changeLooks(
  tx: Transaction,
  world: World,
  { caller, requestId }: ChangedBy,
  change: Partial<Looks>,
): Promise<MerchantLooks> {
  const { merchantId, by } = caller
  if (by.kind !== 'person') throw new Error('How a merchant looks is changed by people.')
  await tx`select from merchants where id = ${merchantId} for no key update`
  const { is_active: isActive, ...before } = await readLooks(tx, merchantId)
  const after = { ...before, ...tidied(change) }
  const now = world.clock.now()
  await tx`
    update merchants set display_name = ${after.display_name}, brand_colour = ${after.brand_colour},
      support_phone = ${after.support_phone}, support_email = ${after.support_email}, language = ${after.language},
      updated_at = ${now}
    where id = ${merchantId}`
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'member', id: by.user.id },
      action: 'merchant.looks_changed',
      subject: { kind: 'merchant', id: merchantId },
      merchantId,
      details: { before, after },
      requestId,
    },
  ])
  return { ...after, is_active: isActive }
}

function tidied(change: Partial<Looks>): Partial<Looks> {
  const { brand_colour: colour, support_phone: phone, display_name: name } = change
  return {
    ...change,
    ...(typeof name === 'string' && { display_name: name.trim() }),
    ...(typeof colour === 'string' && { brand_colour: colour.toLowerCase() }),
    ...(typeof phone === 'string' && { support_phone: canonicalPhone(phone) }),
  }
}
