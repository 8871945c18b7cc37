import { textFromMinor } from '../primitives/money.ts'
import { together } from '../reconciliation/reconciliation.ts'
import type { World } from '../world/world.ts'
import type { Symptom } from './symptom.ts'

type Compared = {
  provider: string
  currency: string
  told: bigint
  booked: bigint
  note: string
  at: Date
}

/**
 * What each provider said of its float when it was last reconciled, beside what our books had then. A difference is a symptom where
 * what was collected lies elsewhere; where it lies in the same balance, or nobody knows, it is only told.
 */
export async function toldFloatSymptom({ sql }: Pick<World, 'sql'>): Promise<Symptom> {
  const check = 'float beside our books'
  const compared = await sql<Compared[]>`
    select distinct on (provider) provider, float_currency as currency, float_told as told, float_booked as booked,
      float_note as note, coalesce(finished_at, created_at) as at
    from reconciliations where environment = 'live' and status = 'done' and float_told is not null
    order by provider, id desc`
  if (compared.length === 0)
    return { check, state: 'ok', details: 'no provider that tells it was reconciled yet' }
  const details = compared.map(
    ({ provider, currency, told, booked, note, at }) =>
      `${provider} said ${currency} ${textFromMinor(told)} at ${at.toISOString().slice(0, 16)}Z, our books ${textFromMinor(booked)}. ${note}`,
  )
  const isOdd = compared.some(({ told, booked, note }) => told !== booked && !note.includes(together))
  return { check, state: isOdd ? 'warning' : 'ok', details: details.join(' ') }
}
