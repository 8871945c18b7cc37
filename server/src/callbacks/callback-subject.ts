import type { callbackEventTypes, Environment } from '@malipo/contract'
import type { Ask } from '../evidence/evidence.ts'
import type { BillPaid, PayOutOutcome, ProviderCallback } from '../providers/providers.ts'

/** Something of ours that a callback can be about, as far as it matters for believing it. */
export type Subject = {
  id: string
  /** The order that it is about, where there may be several. */
  try_id?: string
  merchant_id: string
  environment: Environment
  /** Who carries it, and alone is believed about it. */
  provider: string
  /** Whether it was ever sent there. Of what was not, nobody but its provider can have heard. */
  was_sent: boolean
  webhook_secret_sealed: Buffer
  /** Those that were replaced, for as long as they still sign. */
  retired_secrets_sealed: Buffer[]
}

export type Heard = {
  outcome: 'applied' | 'duplicate' | 'ignored' | 'discrepancy'
  /** Of what it is about; null where that is nothing of ours. */
  status: string | null
}

/** A kind of thing that callbacks are about. The rooms of these things say how they are found and what they make of it. */
export type SubjectKind = {
  about: 'collection' | 'disbursement'
  /** What its references begin with. */
  prefix: string
  find(id: string): Promise<Subject | null>
  hear(subject: Subject, word: PayOutOutcome, eventId: string): Promise<Heard>
  /** Asks the provider, and draws the consequences. */
  lookUp: Ask
}

/** Of money that came for a control number, under a receipt that nobody here had heard of. */
export type HearBill = (
  word: ProviderCallback & { provider: string; bill: BillPaid },
) => Promise<Heard & { collectionId: string | null }>

export type CallbackEventType = (typeof callbackEventTypes)[number]
