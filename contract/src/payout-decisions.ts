import Type, { type TSchema } from 'typebox'
import { Body, Note } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

/** What Super Admins decide about one kind of money out, each decision answered with the story of what it is about. */
export function decisionsOf<Dossier extends TSchema>(dossier: Dossier) {
  return <const OperationId extends string, const Path extends string, B extends ReturnType<typeof Body>>(
    id: OperationId,
    path: Path,
    summary: string,
    body: B,
  ) =>
    operation({
      ...asAdmin,
      id,
      method: 'POST',
      path,
      summary,
      idempotency: 'accepted',
      body,
      reply: dossier,
      refusals: ['not_found', 'invalid_state', 'forbidden'],
    })
}

export const optionalNote = Body({ note: Type.Optional(Note) })
export const neededNote = Body({ note: Note })

export const refusalsOfApproving = [
  'not_found',
  'invalid_state',
  'forbidden',
  'insufficient_balance',
  'withdrawal_restricted',
  'recipient_cooling',
  'recipient_blocked',
] as const
