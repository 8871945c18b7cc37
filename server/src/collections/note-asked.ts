import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import type { Payee } from './payee.ts'
import type { Wish, Written } from './write-requests.ts'

/** The person of a merchant who asks, and with which request. */
export type Asker = { userId: string; requestId: string | null }

/** Programs and payers are no people of a merchant. */
export function askerOf({ by }: Payee, requestId: string | undefined): Asker | null {
  return by?.kind === 'person' ? { userId: by.user.id, requestId: requestId ?? null } : null
}

/** What people have asked for is in the audit log with the payment; what was there before is not noted again. */
export function noteAsked(
  tx: Transaction,
  { clock, vault }: World,
  wishes: (Wish & { asker: Asker | null })[],
  written: (Written | undefined)[],
): void {
  const at = clock.now()
  const entries = wishes.flatMap(({ asker, collection }, place) => {
    const answer = written[place]
    if (asker === null || answer === undefined || answer instanceof Error || answer.replayed) return []
    const { id, merchant_id: merchantId, environment, method, amount, currency } = collection
    return [
      {
        ...{ at, merchantId, requestId: asker.requestId, action: 'collection.request' as const },
        actor: { kind: 'member' as const, id: asker.userId },
        subject: { kind: 'collection' as const, id },
        details: { environment, method, amount: textFromMinor(amount), currency },
      },
    ]
  })
  if (entries.length > 0) recordAudit(tx, vault, entries)
}
