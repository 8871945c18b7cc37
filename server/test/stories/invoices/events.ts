import type { Shop } from '../money/shop.ts'

/** What was told of a thing, in the order in which it happened. */
export async function eventsOf(
  shop: Pick<Shop, 'call' | 'liveKey' | 'sandboxKey'>,
  id: string,
  environment: 'live' | 'sandbox' = 'sandbox',
): Promise<string[]> {
  const key = environment === 'live' ? shop.liveKey : shop.sandboxKey
  const { body } = await shop.call(`/v1/merchant/events?resource_id=${id}`, { key })
  const items = body.data.items as { type: string; sequence: number }[]
  return items.toSorted((one, other) => one.sequence - other.sequence).map(({ type }) => type)
}
