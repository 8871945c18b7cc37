import type { Transaction } from '../database/database.ts'
import { changeMetadata, type MetadataChange } from '../metadata/metadata.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { endFrom, type LinkOwner } from './create-link.ts'
import { findLink } from './find-links.ts'
import { isOver, type LinkMethod, type LinkRow } from './link-row.ts'

export type LinkChange = {
  description?: string | null
  methods?: LinkMethod[]
  expires_at?: string | null
  status?: 'ACTIVE' | 'INACTIVE'
  metadata?: MetadataChange
}

/** Changes what is named. The lock is the one that payments take, so that a link which is being paid is not opened again. */
export async function changeLink(
  tx: Transaction,
  { clock }: World,
  id: string,
  owner: LinkOwner,
  change: LinkChange,
): Promise<LinkRow> {
  const before = await findLink(tx, id, owner, tx`for update`)
  const now = clock.now()
  const after: LinkRow = {
    ...before,
    description: change.description === undefined ? before.description : change.description,
    methods: change.methods ?? before.methods,
    ...(change.expires_at !== undefined && {
      expires_at: change.expires_at === null ? null : endFrom(change.expires_at, now),
      is_over: false,
    }),
    ...(change.status !== undefined && { is_closed: change.status === 'INACTIVE' }),
    updated_at: now,
  }
  if (change.status !== undefined) refuseFinal(after, change.status, now)
  if (change.status === 'ACTIVE') await refuseVoid(tx, after)
  const { description, methods, expires_at: end, is_over: over, is_closed: closed } = after
  await tx`
    update payment_links
    set description = ${description}, methods = ${methods}, expires_at = ${end}, is_over = ${over}, is_closed = ${closed},
      updated_at = ${now}
    where id = ${id}`
  await changeMetadata(tx, 'payment_links', id, change.metadata)
  return change.metadata === undefined ? after : await findLink(tx, id, owner)
}

/** What is paid stays paid, and what is over stays so until its end is moved. */
function refuseFinal(after: LinkRow, wish: LinkChange['status'], now: Date): void {
  if (after.paid_by !== null) throw new Refusal('invalid_state', { message: 'This payment link is paid.' })
  if (wish === 'ACTIVE' && isOver(after, now)) {
    throw new Refusal('invalid_state', {
      message: 'This payment link has expired. Send a later expires_at with it, or null for none.',
    })
  }
}

/** Nobody owes an invoice that is void or credited whole. Whoever makes it so closes its link under the lock that is held here, so that one of the two is seen. */
async function refuseVoid(tx: Transaction, { invoice_id: invoiceId }: LinkRow): Promise<void> {
  if (invoiceId === null) return
  const [voided] = await tx<{ status: string }[]>`
    select status from invoices where id = ${invoiceId} and status in ('VOID', 'CREDITED')`
  if (voided)
    throw new Refusal('invalid_state', {
      message: `The invoice of this payment link is ${voided.status === 'VOID' ? 'void' : 'credited'}. Write another one.`,
    })
}
