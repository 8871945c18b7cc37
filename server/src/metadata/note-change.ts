import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import type { World } from '../world/world.ts'

/**
 * What people change beside a payment is in the audit log, but not what it says: that may be personal, and the log is for ever. What programs
 * write is among their requests.
 */
export function noteChange(
  tx: Transaction,
  world: World,
  { merchantId, by }: Actor,
  subject: { kind: 'collection' | 'withdrawal' | 'disbursement_batch'; id: string },
  requestId: string,
): void {
  if (by.kind !== 'person') return
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'member', id: by.user.id },
      action: `${subject.kind}.change_metadata`,
      subject,
      merchantId,
      details: {},
      requestId,
    },
  ])
}
