import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Actor } from '../http/http.ts'
import { joinMetadata, type Metadata } from '../metadata/metadata.ts'
import { type Charges, chargesOf, type Rule } from '../pricing/pricing.ts'
import { minorFromText } from '../primitives/money.ts'
import { referenceOf } from '../primitives/reference.ts'
import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'
import type { Provider, Registry } from '../providers/providers.ts'
import type { ReadPlace } from '../recipients/recipients.ts'
import type { World } from '../world/world.ts'
import { type Destination, findDestination } from './destinations.ts'
import { isRestricted } from './is-restricted.ts'
import { resemblesBank } from './resembles-bank.ts'
import { payOutPrefix, type WithdrawalMethod, type WithdrawalRow } from './withdrawal-row.ts'

/** What the callers of both doors ask for, in one shape. `field` names are theirs, for what is refused. */
export type Draft = {
  method: WithdrawalMethod
  amount: string
  destinationCode: string
  destinationName: string
  identifier: { field: string; value: string | undefined }
  bankName: string | undefined
  bankAccountName: string | undefined
  merchantReference?: string | undefined
  metadata?: Metadata | undefined
  lookUpId?: string | undefined
  recipientId?: string | undefined
  /** What is known of the name already. */
  nameCheck?: WithdrawalRow['name_check']
  /** Fields that say nothing for this method; what would be lost in silence is refused. */
  idle?: Record<string, unknown>
}

/** Money leaves in shillings: no destination takes another currency yet. */
export const payOutCurrency = 'TZS'

export type Checked = { amount: bigint; identifier: string; destinationCode: string }

/** Shape beyond the schema: where the money shall go must be one of our destinations, and written as those are. */
export function checkDestination(
  draft: Pick<Draft, 'method' | 'amount' | 'destinationCode' | 'identifier'> & Partial<Draft>,
): Checked {
  const place = readDestination(draft)
  const amount = minorFromText(draft.amount)
  if (amount === null) throw new Error('What passed validation cannot be read.')
  return { amount, ...place }
}

type Place = Pick<Draft, 'method' | 'destinationCode' | 'identifier'>

/** The same where nothing is to be paid yet. */
export function readDestination(place: Place & Partial<Draft>): Omit<Checked, 'amount'> {
  const { destination, value, problems } = judgePlace(place)
  problems.push(...misplaced(place), ...otherBank(destination, place.bankName))
  if (value === null || problems.length > 0) throw invalid(...problems)
  return { identifier: value, destinationCode: place.destinationCode }
}

/** The same of somebody who is to be saved, in the words of those who save them. */
export const readPlace: ReadPlace = (place) => {
  const { method, destination_code: destinationCode, destination_identifier: value } = place
  const { bank_name, bank_account_name } = place
  const { identifier } = readDestination({
    method,
    destinationCode,
    identifier: { field: 'destination_identifier', value },
    bankName: bank_name,
    idle: method === 'BANK_ACCOUNT' ? {} : { bank_name, bank_account_name },
  })
  return { method, destination_code: destinationCode, destination_identifier: identifier }
}

function judgePlace({ method, destinationCode, identifier }: Place) {
  const problems: FieldProblem[] = []
  const destination = findDestination(destinationCode, method)
  if (!destination) {
    problems.push({
      field: 'destination_code',
      problem: `must be a code of GET /v1/destinations for ${method}`,
    })
  }
  const value = identifier.value === undefined ? null : readIdentifier(method, identifier.value)
  if (identifier.value === undefined) problems.push({ field: identifier.field, problem: 'is required' })
  else if (value === null) problems.push({ field: identifier.field, problem: problemWith(method) })
  return { destination, value, problems }
}

/** A bank payout names its bank; and what says nothing for a method is refused, because it would be lost in silence. */
function misplaced({ method, bankName, idle }: Pick<Draft, 'method'> & Partial<Draft>): FieldProblem[] {
  if (idle === undefined) return []
  const given = Object.entries(idle).filter(([, value]) => value !== undefined)
  const extra = given.map(([field]) => ({ field, problem: `is not for ${method}` }))
  const isMissing = method === 'BANK_ACCOUNT' && bankName === undefined
  return isMissing ? [{ field: 'bank_name', problem: 'is required' }, ...extra] : extra
}

/** Whoever picked the code of one bank and wrote the name of another has made a mistake that only they can see. */
function otherBank(destination: Destination | null, given: string | undefined): FieldProblem[] {
  if (destination?.method !== 'BANK_ACCOUNT' || given === undefined) return []
  const { destination_code: code, name } = destination
  if (resemblesBank(code, given)) return []
  return [{ field: 'bank_name', problem: `does not fit destination_code ${code}, which is ${name}` }]
}

/** Phones have one form, 255 and nine digits; account numbers are kept as they were written. */
function readIdentifier(method: WithdrawalMethod, text: string): string | null {
  if (method === 'BANK_ACCOUNT') return /^[0-9A-Za-z-]{4,34}$/.test(text) ? text : null
  const isPlain = /^(\+255|255|0)?[1-9][0-9]{8}$/.test(text)
  const parsed = isPlain ? parsePhoneNumberFromString(text.replace(/^255/, '+255'), 'TZ') : undefined
  return parsed?.countryCallingCode === '255' && parsed.isPossible() ? parsed.number.slice(1) : null
}

function problemWith(method: WithdrawalMethod): string {
  return method === 'BANK_ACCOUNT'
    ? 'must be 4 to 34 letters, digits or hyphens'
    : 'must be a Tanzanian phone number, like 0712345678 or +255712345678'
}

/** Gates and limits that need nothing but the caller and the provider; the balance comes after them. */
export function draftWithdrawal(
  world: World,
  registry: Registry,
  caller: Actor,
  draft: Draft,
  rule: Rule,
): WithdrawalRow {
  const { amount, identifier, destinationCode } = checkDestination(draft)
  refuseRestricted(caller)
  const { environment, merchantId } = caller
  const wish = {
    environment,
    merchantId,
    method: draft.method,
    amount,
    currency: payOutCurrency,
    destinationCode,
  }
  const provider = registry.carrierFor(wish)
  const charges = chargesOf(rule, amount)
  return rowOf(world, caller, draft, { amount, identifier, destinationCode, provider, rule, charges })
}

export function refuseRestricted({ environment, merchant }: Pick<Actor, 'environment' | 'merchant'>): void {
  if (isRestricted({ environment }, merchant)) throw new Refusal('withdrawal_restricted')
}

type Known = Checked & { provider: Provider; rule: Rule; charges: Charges }

/** The row of a withdrawal that nobody has decided about. */
export function rowOf(world: World, caller: Actor, draft: Draft, known: Known): WithdrawalRow {
  const { charges, rule } = known
  const [id, now] = [world.newId(), world.clock.now()]
  return {
    ...untouched,
    id,
    kind: 'withdrawal',
    merchant_id: caller.merchantId,
    environment: caller.environment,
    api_key_id: caller.by.kind === 'key' ? caller.by.keyId : null,
    asked_by: caller.by.kind === 'person' ? caller.by.user.id : null,
    method: draft.method,
    status: 'PENDING_ADMIN_APPROVAL',
    amount: known.amount,
    currency: payOutCurrency,
    destination_code: known.destinationCode,
    destination_name: draft.destinationName,
    destination_identifier: known.identifier,
    bank_name: draft.bankName ?? null,
    bank_account_name: draft.bankAccountName ?? null,
    merchant_reference: draft.merchantReference ?? null,
    metadata: joinMetadata(draft.metadata),
    name_check: draft.nameCheck ?? null,
    pricing_rule_id: rule.id,
    percentage_fee: charges.percentageFee,
    flat_fee: charges.flatFee,
    processor_charge: charges.processorCharge,
    processor_fee_pass_through: charges.passThrough,
    total_charges: charges.totalCharges,
    total_reserved: charges.totalReserved,
    provider: known.provider.name,
    provider_reference: referenceOf(payOutPrefix, id),
    created_at: now,
    updated_at: now,
  }
}

/** What every withdrawal begins with, and what only refunds and rows of batches have. */
export const untouched = {
  metadata: null,
  recipient_id: null,
  batch_id: null,
  batch_row: null,
  retry_of: null,
  awaits_batch: false,
  name_check: null,
  review_hit: null,
  collection_id: null,
  origin: null,
  reason: null,
  refund_note: null,
  way: null,
  paid_as: null,
  fee_returned: 0n,
  directed: false,
  credit_note: true,
  reckoned: false,
  again_of: null,
  written: 0,
  sent_at: null,
  provider_payment_status: null,
  failure_code: null,
  failure_reason: null,
  moves: 1,
  due_at: null,
  lease: 0,
  attempts: 0,
  hastened_at: null,
  completed_at: null,
} as const satisfies Partial<WithdrawalRow>
