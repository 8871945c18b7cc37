import type { Actor } from '../http/http.ts'
import type { World } from '../world/world.ts'
import type { RecipientRow } from './recipient-row.ts'

type What = 'create' | 'block' | 'unblock' | 'delete' | 'change'

/** What was done to it and by whom. Who it is stands in its own row only: the log is for ever. */
export function auditOf(
  { clock }: Pick<World, 'clock'>,
  { merchantId, by }: Actor,
  { id }: Pick<RecipientRow, 'id'>,
  what: What,
  requestId: string,
) {
  return {
    at: clock.now(),
    actor:
      by.kind === 'person'
        ? ({ kind: 'member', id: by.user.id } as const)
        : ({ kind: 'api_key', id: by.keyId } as const),
    action: `recipient.${what}` as const,
    subject: { kind: 'recipient', id } as const,
    merchantId,
    details: {},
    requestId,
  }
}
