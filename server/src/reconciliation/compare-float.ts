import { readFloats } from '../ledger/ledger.ts'
import { textFromMinor } from '../primitives/money.ts'
import { askProvider, type Provider, type Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { ReconciliationRow } from './reconciliation-row.ts'

export type ComparedFloat = Pick<
  ReconciliationRow,
  'float_currency' | 'float_booked' | 'float_told' | 'float_note'
>

const nothing: ComparedFloat = {
  float_currency: null,
  float_booked: null,
  float_told: null,
  float_note: null,
}

/**
 * What lies ready for payouts by our books and by the provider's word, beside each other. A difference is told and never booked: only
 * whoever sent money there, or knows what the provider charges, can say what it is.
 */
export async function compareFloat(
  { world, registry }: { world: Pick<World, 'sql'>; registry: Registry },
  { provider: name, environment }: Pick<ReconciliationRow, 'provider' | 'environment'>,
): Promise<ComparedFloat> {
  const provider = registry.named(name)
  if (!provider?.balance || environment !== 'live')
    return { ...nothing, float_note: 'The provider does not tell its float.' }
  const told = await askProvider(
    (signal) => provider.balance?.(signal) ?? Promise.reject(new Error('no balance')),
  )
  if (told.kind === 'unknown')
    return { ...nothing, float_note: `The provider could not tell its float: ${told.because}` }
  const floats = await readFloats(world.sql)
  const booked = floats.find((one) => one.provider === name && one.currency === told.currency)?.float ?? 0n
  return {
    float_currency: told.currency,
    float_booked: booked,
    float_told: told.amount,
    float_note: wordOn(provider.can.float, booked, told.amount),
  }
}

/** Said of every difference that need not be one. */
export const together = 'lies in the same balance'

/** What the two figures say together, by how the provider keeps its float. */
export function wordOn(float: Provider['can']['float'], booked: bigint, told: bigint): string {
  const difference = told - booked
  const by = `${textFromMinor(difference < 0n ? -difference : difference)} ${difference < 0n ? 'less' : 'more'}`
  if (difference === 0n) return 'Both agree.'
  switch (float ?? 'unknown') {
    case 'separate':
      return `The provider has ${by} than our books: a transfer that is not recorded, a charge of theirs, or a payout that one side does not know.`
    case 'one_balance':
      return `The provider has ${by} than our books. What was collected ${together}, so that only a change from day to day tells something.`
    case 'unknown':
      return `The provider has ${by} than our books. Whether what was collected ${together} is not known: ask them.`
  }
}
