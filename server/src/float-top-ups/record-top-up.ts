import type { BodyOf, Environment, FloatTopUp, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { defaultCurrency, floatBack, floatIn, operatorsBook, post } from '../ledger/ledger.ts'
import { isId } from '../primitives/id.ts'
import { beginningOf } from '../primitives/instant.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

export type Recorder = Decider & { environment: Environment }

type TopUpRow = {
  id: string
  environment: Environment
  provider: string
  currency: string
  amount: bigint
  reference: string
  /** A day as it stands on a calendar, without a time zone. */
  paid_on: string
  note: string | null
  recorded_by: string
  reverses: string | null
  reversed_at: Date | null
  created_at: Date
}

/** Money was sent to a provider: one record, its posting and its audit entry, together or not at all. */
export async function recordTopUp(
  tx: Transaction,
  world: World,
  registry: Registry,
  by: Recorder,
  body: BodyOf<typeof operations.adminRecordFloatTopUp>,
): Promise<Static<typeof FloatTopUp>> {
  const topUp: TopUpRow = {
    ...rowBy(world, by, body.note ?? null),
    provider: body.provider,
    currency: body.currency ?? defaultCurrency,
    amount: minorFromText(body.amount) ?? 0n,
    reference: body.reference.trim(),
    paid_on: body.paid_on,
    reverses: null,
  }
  refuseStrange(registry, topUp)
  await keep(tx, world, by, topUp)
  return showTopUp(topUp)
}

/** A record is never changed. A contrary one takes it back, under the reference of the transfer that it is about. */
export async function reverseTopUp(
  tx: Transaction,
  world: World,
  by: Recorder,
  id: string,
  note: string,
): Promise<Static<typeof FloatTopUp>> {
  const own = rowBy(world, by, note)
  const [wrong] = isId(id)
    ? await tx<TopUpRow[]>`
        update float_top_ups set reversed_at = ${own.created_at}
        where id = ${id} and environment = ${by.environment} and reverses is null and reversed_at is null
        returning id, environment, provider, currency, amount, reference, paid_on::text as paid_on, note, recorded_by,
          reverses, reversed_at, created_at`
    : []
  if (!wrong) throw new Refusal((await exists(tx, by.environment, id)) ? 'invalid_state' : 'not_found')
  const contrary: TopUpRow = { ...wrong, ...own, reverses: wrong.id }
  await keep(tx, world, by, contrary)
  return showTopUp(contrary)
}

function rowBy({ newId, clock }: World, by: Recorder, note: string | null) {
  const { environment, adminId: recorded_by } = by
  return { id: newId(), environment, note, recorded_by, reversed_at: null, created_at: clock.now() }
}

/** What no payout could ever be made from: nobody of that name, another currency, a day that is still to come. */
function refuseStrange(registry: Registry, { environment, provider: name, ...topUp }: TopUpRow): void {
  const provider = registry.named(name)
  if (provider === null || registry.environmentOf({ provider: name }) !== environment) {
    const known = registry.names().filter((one) => registry.environmentOf({ provider: one }) === environment)
    throw invalid({ field: 'provider', problem: `must be one of ${known.join(', ')}` })
  }
  const { currencies } = provider.can.payOuts
  if (!currencies.includes(topUp.currency)) {
    throw new Refusal('unsupported_currency', {
      message: `This provider pays out in ${currencies.join(' or ')} only.`,
      details: { supported: currencies },
    })
  }
  const begins = beginningOf(topUp.paid_on)
  if (begins === null || begins > topUp.created_at) {
    throw invalid({ field: 'paid_on', problem: 'must not be a day that is still to come' })
  }
}

async function keep(tx: Transaction, world: World, by: Recorder, topUp: TopUpRow): Promise<void> {
  const { id, environment, provider, currency, amount, reference, created_at: at } = topUp
  // It is no merchant's, and therefore nobody's own; without a second factor nobody tells of money all the same.
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: at })
  const { count } = await tx`
    insert into float_top_ups (id, environment, provider, currency, amount, reference, paid_on, note, recorded_by, reverses,
      created_at)
    values (${id}, ${environment}, ${provider}, ${currency}, ${amount}, ${reference}, ${topUp.paid_on}, ${topUp.note},
      ${topUp.recorded_by}, ${topUp.reverses}, ${at})
    on conflict (environment, provider, reference) where reverses is null and reversed_at is null do nothing`
  if (count === 0) throw await recordedAlready(tx, topUp)
  const isIn = topUp.reverses === null
  await post(tx, world, [
    {
      ...operatorsBook(environment, currency),
      cause: `float_top_up ${id}`,
      type: isIn ? 'float_top_up' : 'float_top_up_reversal',
      direction: isIn ? 'credit' : 'debit',
      amount,
      ...(isIn ? floatIn(provider, amount) : floatBack(provider, amount)),
    },
  ])
  recordAudit(tx, world.vault, [
    {
      at,
      actor: { kind: 'super_admin', id: by.adminId },
      action: isIn ? 'float_top_up.recorded' : 'float_top_up.reversed',
      subject: { kind: 'float_top_up', id },
      merchantId: null,
      details: { environment, ...showTopUp(topUp) },
      requestId: by.requestId,
    },
  ])
}

async function recordedAlready(tx: Transaction, { environment, provider, reference }: TopUpRow) {
  const [first] = await tx<{ id: string }[]>`
    select id from float_top_ups where environment = ${environment} and provider = ${provider}
      and reference = ${reference} and reverses is null and reversed_at is null`
  return new Refusal('invalid_state', {
    message: 'This transfer is recorded already. If that record is wrong, take it back first.',
    details: { top_up_id: first?.id ?? null },
  })
}

async function exists(tx: Transaction, environment: Environment, id: string): Promise<boolean> {
  if (!isId(id)) return false
  return (await tx`select from float_top_ups where id = ${id} and environment = ${environment}`).length === 1
}

export function showTopUp({ environment: _environment, ...row }: TopUpRow): Static<typeof FloatTopUp> {
  return {
    ...row,
    amount: textFromMinor(row.amount),
    reversed_at: row.reversed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
