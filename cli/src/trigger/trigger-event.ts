import { setTimeout as sleep } from 'node:timers/promises'
import { type Malipo, MalipoError, type MerchantEvent } from '@malipo/sdk'
import { Misuse, Trouble } from '../failures.ts'
import { billSomebody } from './bill-somebody.ts'
import { type EventType, withBothSpellings } from './event-names.ts'
import { payNumber } from './pay-number.ts'
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
  if (makes === 'refund') return await refundPayment(malipo, type, fields, options)
  if (makes === 'fiscalReceipt') return await payWithReceipt(malipo, fields, options)
  if (makes === 'statement') return await stateSomeDay(malipo, fields, options)
  if (makes === 'controlNumber') return await payNumber(malipo, type, fields, options)
  if (makes === 'invoice') return await billSomebody(malipo, type, fields, options)
  if (makes === 'batch') return await payOutTogether(malipo, type, fields, options)
  const body = fields as unknown as Parameters<Malipo['disbursements']['toMobileMoney']>[0]
  const ask = () => malipo.disbursements.toMobileMoney(body, options)
  return (await withMoney(malipo, ask, options)).id
}

/** The same rows would be the same batch, so that each has a reference of its own. */
async function payOutTogether(
  malipo: Malipo,
  type: EventType,
  { name = '', ...fields }: Recipe['fields'],
  options: CallOptions,
): Promise<string> {
  const row = { ...fields, reference: `triggered-${crypto.randomUUID()}` }
  const body = { name, rows: [row] } as unknown as Parameters<Malipo['batches']['create']>[0]
  const { id } = await withMoney(malipo, () => malipo.batches.create(body, options), options)
  if (type === 'disbursement_batch.rejected') await malipo.batches.cancel(id, options)
  return id
}

/** A payment of its own, so that all of it is there to go back. */
async function refundPayment(
  malipo: Malipo,
  type: EventType,
  fields: Recipe['fields'],
  options: CallOptions,
): Promise<string> {
  const body = fields as unknown as Parameters<Malipo['collections']['walletPush']>[0]
  const { collection_id } = await malipo.collections.walletPush(body, options)
  await malipo.collections.waitForOutcome(collection_id, options)
  const { id } = await malipo.refunds.create({ collection_id, reason: 'requested' }, options)
  if (type === 'refund.rejected') await malipo.refunds.cancel(id, options)
  return id
}

/** Who is paid is owed a receipt, where that is switched on. */
async function payWithReceipt(
  malipo: Malipo,
  fields: Recipe['fields'],
  options: CallOptions,
): Promise<string> {
  const body = fields as unknown as Parameters<Malipo['collections']['walletPush']>[0]
  const { collection_id } = await malipo.collections.walletPush(body, options)
  await malipo.collections.waitForOutcome(collection_id, options)
  const { items } = await malipo.fiscal.listReceipts({ collection_id }, options)
  const [receipt] = items
  if (receipt) return receipt.id
  throw new Trouble(
    'The payment is owed no fiscal receipt: they are switched off in the sandbox.',
    'An owner switches them on in the dashboard: Settings, Fiscal receipts.',
  )
}

const dayMs = 24 * 3_600_000
/** Nobody asks for so many days in a sandbox. */
const mostDaysBack = 400

/** A statement is told of once, so that one is asked for which is not there yet. */
async function stateSomeDay(malipo: Malipo, fields: Recipe['fields'], options: CallOptions): Promise<string> {
  for (let back = 2; back < mostDaysBack; back += 1) {
    const day = new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)
    const { id, status } = await malipo.statements.request({ from: day, to: day, ...fields }, options)
    if (status === 'PREPARING' || Object.keys(fields).length > 0) return id
  }
  throw new Trouble('Every day has its statement already.', 'See them: malipo-dev statements list')
}

/** An empty balance of test money would be in nobody's interest, so it is filled, once. */
async function withMoney<Asked>(
  malipo: Malipo,
  ask: () => Promise<Asked>,
  options: CallOptions,
): Promise<Asked> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof MalipoError) || error.code !== 'insufficient_balance') throw error
  }
  await malipo.sandbox.topUp({ amount: '1000000' }, options)
  return await ask()
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
