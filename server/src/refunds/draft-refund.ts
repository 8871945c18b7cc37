import { type CollectionRow, isReturnedByItself, payerOf } from '../collections/collections.ts'
import type { Charges, Rule } from '../pricing/pricing.ts'
import { textFromMinor } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { referenceOf } from '../primitives/reference.ts'
import { type FieldProblem, invalid } from '../primitives/refusal.ts'
import { namelessPayer } from '../primitives/stand-ins.ts'
import type { Registry } from '../providers/providers.ts'
import { checkDestination, payOutPrefix, type RefundRow, untouched } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'

/** What callers say about where the money goes. */
export type GivenDestination = {
  destination_method?: RefundRow['method']
  destination_code?: string
  destination_identifier?: string
  destination_name?: string
  bank_name?: string
}

/** The money that goes back: how it came, and who paid it, if that is known. */
export type Paid = Pick<
  CollectionRow,
  | 'id'
  | 'merchant_id'
  | 'environment'
  | 'currency'
  | 'method'
  | 'customer_phone'
  | 'customer_name'
  | 'provider'
  | 'provider_reference'
  | 'amount'
  | 'completed_at'
>

type Destination = Pick<
  RefundRow,
  'method' | 'destination_code' | 'destination_identifier' | 'destination_name' | 'bank_name'
>

/** To whoever paid, and to nobody else; where that is not known, to whom the caller says. */
export function destinationOf(paid: Paid, amount: bigint, given: GivenDestination): Destination {
  const payer = payerOf(paid)
  const method = payer?.method ?? given.destination_method ?? 'MOBILE_MONEY'
  const code = given.destination_code ?? payer?.destinationCode ?? undefined
  const problems = payer ? otherThan(payer, given) : missingIn(given)
  if (payer && code === undefined) {
    problems.push({ field: 'destination_code', problem: 'is required: the number does not tell its network' })
  }
  if (problems.length > 0) throw invalid(...problems)
  const checked = checkDestination({
    method,
    amount: textFromMinor(amount),
    destinationCode: code ?? '',
    identifier: { field: 'destination_identifier', value: payer?.identifier ?? given.destination_identifier },
    bankName: given.bank_name,
  })
  return {
    method,
    destination_code: checked.destinationCode,
    destination_identifier: checked.identifier,
    destination_name: given.destination_name ?? (paid.customer_name || namelessPayer),
    bank_name: given.bank_name ?? null,
  }
}

type Payer = NonNullable<ReturnType<typeof payerOf>>

function otherThan(payer: Payer, given: GivenDestination): FieldProblem[] {
  const problems: FieldProblem[] = []
  const { destination_identifier: identifier, destination_method: method, destination_code: code } = given
  if (identifier !== undefined && canonicalPhone(identifier) !== payer.identifier) {
    problems.push({
      field: 'destination_identifier',
      problem: 'must be the number that paid, or left out: a refund goes back to its payer',
    })
  }
  if (method !== undefined && method !== payer.method) {
    problems.push({
      field: 'destination_method',
      problem: `must be ${payer.method} for this payment, or left out`,
    })
  }
  // The network of some numbers is not told by them: then whoever asks has to say it.
  if (code !== undefined && payer.destinationCode !== null && code !== payer.destinationCode) {
    problems.push({
      field: 'destination_code',
      problem: `must be ${payer.destinationCode} for this payment, or left out`,
    })
  }
  if (given.bank_name !== undefined) {
    problems.push({ field: 'bank_name', problem: `is not for ${payer.method}` })
  }
  return problems
}

const needed = ['destination_code', 'destination_identifier', 'destination_name'] as const

function missingIn(given: GivenDestination): FieldProblem[] {
  const missing = needed
    .filter((field) => given[field] === undefined)
    .map((field) => ({ field, problem: 'is required: nobody knows who paid' }))
  const isMisplaced = given.bank_name !== undefined && given.destination_method !== 'BANK_ACCOUNT'
  return isMisplaced ? [...missing, { field: 'bank_name', problem: 'is for BANK_ACCOUNT only' }] : missing
}

/** Which way the money goes, and who carries it, for ever. Refused where nobody can. */
export function wayOf(
  { world, registry }: { world: World; registry: Registry },
  paid: Paid,
  amount: bigint,
  { method, destination_code: destinationCode }: Pick<Destination, 'method' | 'destination_code'>,
): Pick<RefundRow, 'way' | 'provider'> {
  if (isReturnedByItself(paid, amount, { clock: world.clock, registry })) {
    return { way: 'native', provider: paid.provider }
  }
  const { environment, merchant_id: merchantId, currency } = paid
  const wish = { environment, merchantId, method, amount, currency, destinationCode }
  return { way: 'pay_out', provider: registry.carrierFor(wish).name }
}

export type Drafted = Destination &
  Pick<
    RefundRow,
    'way' | 'provider' | 'origin' | 'reason' | 'refund_note' | 'asked_by' | 'api_key_id' | 'again_of'
  > &
  Partial<Pick<RefundRow, 'credit_note'>> & {
    amount: bigint
    rule: Rule
    charges: Charges
  }

/** The row of a refund that nobody has decided about. */
export function draftRefund(world: World, paid: Paid, drafted: Drafted): RefundRow {
  const { rule, charges, ...known } = drafted
  const [id, now] = [world.newId(), world.clock.now()]
  return {
    ...untouched,
    ...known,
    id,
    kind: 'refund',
    collection_id: paid.id,
    paid_as: paid.provider_reference,
    merchant_id: paid.merchant_id,
    environment: paid.environment,
    status: 'PENDING_ADMIN_APPROVAL',
    currency: paid.currency,
    bank_account_name: null,
    merchant_reference: null,
    pricing_rule_id: rule.id,
    percentage_fee: charges.percentageFee,
    flat_fee: charges.flatFee,
    processor_charge: charges.processorCharge,
    processor_fee_pass_through: charges.passThrough,
    total_charges: charges.totalCharges,
    total_reserved: charges.totalReserved,
    provider_reference: referenceOf(payOutPrefix, id),
    created_at: now,
    updated_at: now,
  }
}
