import assert from 'node:assert/strict'
import type { Environment } from '@malipo/contract'
import type { Service } from '../../service.ts'
import { until } from '../../test-clusters.ts'
import { dataOf, type Fields, openShop } from '../money/shop.ts'

export type ListeningShop = Awaited<ReturnType<typeof openListeningShop>>
export type AttemptRow = {
  at: string
  url: string
  result: string
  status: number | null
  error: string | null
  response_body: string | null
}
export type DeliveryRow = {
  id: string
  event_id: string
  cause: string
  status: string
  attempts: number
  last_status: number | null
  last_error: string | null
  last_attempt_at: string | null
  next_attempt_at: string | null
  attempt_log: AttemptRow[]
}
type EndpointRow = Record<'environment' | 'url' | 'status', string> &
  Record<'failing_since' | 'switched_off_at' | 'switched_off_because', string | null>

/** A shop whose sandbox tells an address what happens there. */
export async function openListeningShop(service: Service, url: string) {
  const shop = await openShop(service)
  const configure = async (body: Fields): Promise<Fields> =>
    dataOf(await shop.dashboard('/v1/merchant/webhook-config', 'sandbox', { method: 'PATCH', body }))
  const { webhook_secret: secret } = await configure({ webhook_url: url })

  async function deliveriesOf(eventId: string): Promise<DeliveryRow[]> {
    const path = `/v1/merchant/webhook-deliveries?event_id=${eventId}`
    return dataOf(await shop.dashboard(path)).items as DeliveryRow[]
  }

  return {
    ...shop,
    secret: String(secret),
    configure,
    deliveriesOf,
    /** A collection is paid for, and the id of the event that tells of it comes back. */
    async sell(): Promise<string> {
      const { id, provider_reference: reference } = await shop.push()
      await shop.tell({ reference: String(reference) })
      const path = `/v1/merchant/events?resource_id=${id}`
      const [event] = dataOf(await shop.dashboard(path)).items as { id: string }[]
      assert.ok(event)
      return event.id
    },
    /** Waits until the first delivery of an event is as it should be, and shows it. */
    async delivery(eventId: string, isSo: (row: DeliveryRow) => boolean): Promise<DeliveryRow> {
      let seen: DeliveryRow | undefined
      await until(async () => {
        seen = (await deliveriesOf(eventId)).at(-1)
        return seen !== undefined && isSo(seen)
      }).catch((error) => assert.fail(`${error}: ${JSON.stringify(seen)}`))
      return seen ?? assert.fail()
    },
    retry: (deliveryId: string) =>
      shop.dashboard(`/v1/merchant/webhook-deliveries/${deliveryId}/retry`, 'sandbox', { method: 'POST' }),
    replay: async (body: Fields) =>
      dataOf(await shop.dashboard('/v1/merchant/events/replay', 'sandbox', { body })).replayed,
    async endpoint(environment: Environment = 'sandbox'): Promise<EndpointRow> {
      const { endpoints } = dataOf(await shop.dashboard('/v1/merchant/webhook-config'))
      const found = (endpoints as EndpointRow[]).find((one) => one.environment === environment)
      return found ?? assert.fail()
    },
    async notices(): Promise<{ kind: string; text: string }[]> {
      const { items } = dataOf(await shop.dashboard('/v1/merchant/notifications'))
      return items as { kind: string; text: string }[]
    },
  }
}
