import { noteByPerson } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import type { World } from '../world/world.ts'

/** What people change beside a payment is in the audit log, but not what it says: that may be personal, and the log is for ever. */
export function noteChange(
  tx: Transaction,
  world: World,
  caller: Actor,
  subject: { kind: 'collection' | 'withdrawal' | 'disbursement_batch'; id: string },
  requestId: string,
): void {
  noteByPerson(tx, world, { caller, requestId }, { action: `${subject.kind}.change_metadata`, subject })
}
