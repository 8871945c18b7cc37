import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { changeMetadata, type MetadataChange } from '../metadata/metadata.ts'
import { notify } from '../notifications/notifications.ts'
import type { World } from '../world/world.ts'
import { lockRecipient } from './find-recipients.ts'
import { auditOf } from './note-recipient.ts'
import { unblockedNotice } from './recipient-notices.ts'
import { type RecipientRow, recipientColumns } from './recipient-row.ts'
import { readSettings } from './recipient-settings.ts'
import { coolingFrom, nameCheckOf } from './save-recipient.ts'

export type RecipientChange = {
  blocked?: boolean | undefined
  look_up_id?: string | undefined
  metadata?: MetadataChange | undefined
}

/** Changes what may change. Whoever is unblocked cools anew: somebody had a reason to block them. */
export async function changeRecipient(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  change: RecipientChange,
  requestId: string,
): Promise<RecipientRow> {
  const before = await lockRecipient(tx, id, caller)
  const after = {
    ...before,
    ...(await blockingOf(tx, world, caller, before, change.blocked)),
    ...(change.look_up_id !== undefined && {
      name_check: await nameCheckOf(tx, world, caller, before, change.look_up_id),
    }),
    updated_at: world.clock.now(),
  }
  await changeMetadata(tx, 'recipients', before.id, change.metadata)
  const [row] = await tx<RecipientRow[]>`
    update recipients set blocked_at = ${after.blocked_at}, usable_from = ${after.usable_from},
      name_check = ${after.name_check && JSON.stringify(after.name_check)}::jsonb, updated_at = ${after.updated_at}
    where id = ${before.id} returning ${recipientColumns}`
  if (!row) throw new Error('A locked recipient is gone.')
  const what = whatHappened(before, row)
  recordAudit(tx, world.vault, [auditOf(world, caller, row, what, requestId)])
  if (what === 'unblock') await notify(tx, world, [unblockedNotice(row, caller)])
  return row
}

async function blockingOf(
  tx: Transaction,
  world: World,
  caller: Actor,
  { blocked_at: blockedAt }: RecipientRow,
  blocked: boolean | undefined,
): Promise<Partial<RecipientRow>> {
  if (blocked === undefined || blocked === (blockedAt !== null)) return {}
  const now = world.clock.now()
  if (blocked) return { blocked_at: now }
  const { hours } = (await readSettings(tx, caller, now)).now
  return { blocked_at: null, usable_from: coolingFrom(now, hours) }
}

function whatHappened(before: RecipientRow, after: RecipientRow) {
  if ((before.blocked_at === null) === (after.blocked_at === null)) return 'change'
  return after.blocked_at === null ? 'unblock' : 'block'
}

/** It stays for as long as somebody may ask what became of it; its words go at once. */
export async function removeRecipient(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  requestId: string,
): Promise<void> {
  const recipient = await lockRecipient(tx, id, caller)
  const now = world.clock.now()
  await tx`
    update recipients set deleted_at = ${now}, updated_at = ${now}, metadata = null where id = ${recipient.id}`
  recordAudit(tx, world.vault, [auditOf(world, caller, recipient, 'delete', requestId)])
}
