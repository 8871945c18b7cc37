import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { type Metadata, storedMetadata } from '../metadata/metadata.ts'
import { findNameCheck } from '../names/names.ts'
import { notify } from '../notifications/notifications.ts'
import type { World } from '../world/world.ts'
import { findByPlace, type Place } from './find-recipients.ts'
import { auditOf } from './note-recipient.ts'
import { savedNotice } from './recipient-notices.ts'
import { type RecipientRow, recipientColumns } from './recipient-row.ts'
import { readSettings } from './recipient-settings.ts'

export type Saving = Place &
  Pick<RecipientRow, 'destination_name' | 'bank_name' | 'bank_account_name'> & {
    lookUpId: string | undefined
    metadata: Metadata | undefined
  }

export type Saved = { recipient: RecipientRow; isNew: boolean }

/** Saves it, unless the same destination is saved already: then the first is answered as it is, and nobody is told anything. */
export async function saveRecipient(
  tx: Transaction,
  world: World,
  caller: Actor,
  wish: Saving,
  requestId: string,
): Promise<Saved> {
  const first = await findByPlace(tx, caller, wish)
  if (first) return { recipient: first, isNew: false }
  const recipient = await insert(tx, world, caller, wish)
  if (!recipient) {
    const other = await findByPlace(tx, caller, wish)
    // Whoever saved it meanwhile has removed it again.
    return other
      ? { recipient: other, isNew: false }
      : await saveRecipient(tx, world, caller, wish, requestId)
  }
  recordAudit(tx, world.vault, [auditOf(world, caller, recipient, 'create', requestId)])
  await notify(tx, world, [savedNotice(recipient, caller)])
  return { recipient, isNew: true }
}

async function insert(
  tx: Transaction,
  world: World,
  caller: Actor,
  wish: Saving,
): Promise<RecipientRow | undefined> {
  const { merchantId, environment, by } = caller
  const now = world.clock.now()
  const nameCheck = await nameCheckOf(tx, world, caller, wish, wish.lookUpId)
  const { hours } = (await readSettings(tx, caller, now)).now
  const [row] = await tx<RecipientRow[]>`
    insert into recipients (id, merchant_id, environment, api_key_id, saved_by, method, destination_code, destination_name,
      destination_identifier, bank_name, bank_account_name, name_check, metadata, usable_from, created_at, updated_at)
    values (${world.newId()}, ${merchantId}, ${environment}, ${by.kind === 'key' ? by.keyId : null},
      ${by.kind === 'person' ? by.user.id : null}, ${wish.method}, ${wish.destination_code}, ${wish.destination_name},
      ${wish.destination_identifier}, ${wish.bank_name}, ${wish.bank_account_name},
      ${nameCheck && JSON.stringify(nameCheck)}::jsonb, ${storedMetadata(wish.metadata)}::jsonb,
      ${coolingFrom(now, hours)}, ${now}, ${now})
    on conflict do nothing returning ${recipientColumns}`
  return row
}

export function coolingFrom(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * 3_600_000)
}

/** What a look-up says of the name that it is saved under. */
export async function nameCheckOf(
  tx: Transaction,
  world: World,
  caller: Actor,
  named: Place & Pick<RecipientRow, 'destination_name' | 'bank_account_name'>,
  lookUpId: string | undefined,
) {
  if (lookUpId === undefined) return null
  const name = named.bank_account_name ?? named.destination_name
  return await findNameCheck(tx, world, caller, { lookUpId, destination: named, name })
}
