import Type from 'typebox'
import { Nullable, Timestamp } from './fields.ts'

/** What a provider said about a payment and what moved nothing; what moved it is in the history. */
export const EvidenceWord = Type.Object({
  kind: Type.String(),
  told: Type.String({ description: 'In plain words.' }),
  status: Type.String({ description: 'Of the payment, when it was said.' }),
  source: Type.Enum(['reply', 'callback', 'look_up']),
  provider_payment_status: Nullable(Type.String()),
  note: Nullable(Type.String()),
  times: Type.Integer({ description: 'How often it was said in that state.' }),
  first_at: Timestamp,
  last_at: Timestamp,
  try: Type.Integer({ description: 'On a hosted page, which of its tries it is about; else 1.' }),
})

/** What whoever decides sees of it. */
export const evidenceFields = {
  evidence: Type.Array(EvidenceWord),
  evidence_version: Type.Integer({
    description: 'Grows with every step, and whenever the provider says something else.',
  }),
}

/** What whoever decides may send of it. */
export const seenEvidence = {
  evidence_version: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'As it was when you looked. If there is more by now, nothing is decided and you are told what.',
    }),
  ),
}
