import type { Malipo } from '@malipo/sdk'
import type { EventType } from './event-names.ts'
import type { Recipe } from './recipes.ts'

type CallOptions = { signal: AbortSignal }

/** Of payers at the counter: one whose money stays, and one whose money is taken back. */
const phones = { stays: '255700000101', goesBack: '255700000009' }

/** Makes a control number and has happen to it what is told of; gives its id. */
export async function payNumber(
  malipo: Malipo,
  type: EventType,
  { amount = '1000', description = 'malipo-dev trigger' }: Recipe['fields'],
  options: CallOptions,
): Promise<string> {
  const { id, number } = await malipo.controlNumbers.create(
    { kind: 'ORDER', amount, description, expires_at: '2099-12-31T00:00:00Z' },
    options,
  )
  if (type === 'control_number.cancelled') await malipo.controlNumbers.cancel(id, options)
  else if (type === 'control_number.expired') await malipo.sandbox.advance({ id }, options)
  else {
    const phone = type === 'control_number.reopened' ? phones.goesBack : phones.stays
    await malipo.sandbox.payBill({ number, amount, phone }, options)
  }
  return id
}
