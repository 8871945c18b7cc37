import { setTimeout as sleep } from 'node:timers/promises'
import { type Malipo, MalipoError, type MerchantEvent } from '@malipo/sdk'
import { Misuse, Trouble } from '../failures.ts'
import { type EventType, withBothSpellings } from './event-names.ts'
import { changeable, type Recipe, recipes } from './recipes.ts'

type CallOptions = { signal: AbortSignal }

/** The wish with what was said otherwise. Refuses fields that would make another event, or none. */
export function fieldsFor(type: EventType, overrides: Record<string, string>): Record<string, string> {
  const { makes, fields } = recipes[type]
  const allowed = changeable[makes]
  const stranger = Object.keys(overrides).find((field) => !allowed.includes(field))
  if (stranger !== undefined)
    throw new Misuse(`"${stranger}" cannot be said otherwise for ${type}. These can: ${allowed.join(', ')}.`)
  return { ...fields, ...overrides }
}

/** Makes the thing and gives its id. */
export async function makeHappen(
  malipo: Malipo,
  type: EventType,
  fields: Record<string, string>,
  options: CallOptions,
): Promise<string> {
  const { makes } = recipes[type]
  if (makes === 'walletPush') {
    const body = fields as unknown as Parameters<Malipo['collections']['walletPush']>[0]
    return (await malipo.collections.walletPush(body, options)).collection_id
  }
  return await payOutWithMoney(malipo, fields, options)
}

/** An empty balance of test money would be in nobody's interest, so it is filled, once. */
async function payOutWithMoney(
  malipo: Malipo,
  fields: Recipe['fields'],
  options: CallOptions,
): Promise<string> {
  const body = fields as unknown as Parameters<Malipo['disbursements']['toMobileMoney']>[0]
  try {
    return (await malipo.disbursements.toMobileMoney(body, options)).id
  } catch (error) {
    if (!(error instanceof MalipoError) || error.code !== 'insufficient_balance') throw error
  }
  await malipo.sandbox.topUp({ amount: '1000000' }, options)
  return (await malipo.disbursements.toMobileMoney(body, options)).id
}

type Awaited = { resourceId: string; type: EventType; timeoutMs: number; signal: AbortSignal }

export async function waitForEvent(
  malipo: Malipo,
  { resourceId, type, timeoutMs, signal }: Awaited,
): Promise<MerchantEvent> {
  const wanted: string[] = withBothSpellings([type])
  const endMs = performance.now() + timeoutMs
  const seen = new Set<string>()
  while (performance.now() < endMs) {
    const { items } = await malipo.events.list({ resource_id: resourceId }, { signal })
    const found = items.find((event) => wanted.includes(event.type))
    if (found) return found
    for (const event of items) seen.add(event.type)
    await sleep(250, undefined, { signal })
  }
  const told = seen.size === 0 ? 'no event at all' : [...seen].join(', ')
  throw new Trouble(
    `${type} of ${resourceId} did not come within ${Math.round(timeoutMs / 1000)} s; what came: ${told}.`,
    `Look for it later: malipo-dev events list --resource ${resourceId}`,
  )
}
