import assert from 'node:assert/strict'
import type { Environment, OwnWebhookEndpoint } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Reply, Sent, Service } from '../../service.ts'
import { dataOf, type Fields, openShop } from '../money/shop.ts'
import { openEndpoint } from './own-endpoint.ts'

export type AddedEndpoint = Static<typeof OwnWebhookEndpoint>
type DeliveryRow = Record<'id' | 'event_id' | 'event_type' | 'endpoint_id' | 'status', string> & {
  attempts: number
}

const endpoints = '/v1/merchant/webhook-endpoints'

export type ManyEared = Awaited<ReturnType<typeof openManyEared>>

/** A shop whose sandbox tells the address of its configuration what happens, and others besides. */
export async function openManyEared(service: Service) {
  const shop = await openShop(service)
  const own = await openEndpoint()
  const configure = (body: Fields) =>
    shop.dashboard('/v1/merchant/webhook-config', 'sandbox', { method: 'PATCH', body })
  dataOf(await configure({ webhook_url: own.url }))

  const call = (
    path: string,
    id: string,
    sent: Sent = {},
    environment: Environment = 'sandbox',
  ): Promise<Reply> => shop.dashboard(`${endpoints}/${id}${path}`, environment, sent)
  const itemsOf = async (path: string) => dataOf(await shop.dashboard(path)).items as unknown

  return {
    ...shop,
    own,
    configure,
    call,
    config: async () => dataOf(await shop.dashboard('/v1/merchant/webhook-config')) as Fields,
    tryToAdd: (body: Fields, sent: Sent = {}) => shop.dashboard(endpoints, 'sandbox', { body, ...sent }),
    async add(body: Fields): Promise<AddedEndpoint> {
      const answer = await shop.dashboard(endpoints, 'sandbox', { body })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data as AddedEndpoint
    },
    list: async (query = '') => (await itemsOf(`${endpoints}${query}`)) as AddedEndpoint[],
    read: async (id: string) => dataOf(await call('', id)) as AddedEndpoint,
    change: (id: string, body: Fields) => call('', id, { method: 'PATCH', body }),
    remove: (id: string) => call('', id, { method: 'DELETE' }),
    test: (id: string, body: Fields = {}) => call('/test', id, { body }),
    rotate: async (id: string) =>
      dataOf(await call('/rotate-secret', id, { method: 'POST' })) as AddedEndpoint,
    deliveriesOf: async (eventId: string) =>
      (await itemsOf(`/v1/merchant/webhook-deliveries?event_id=${eventId}`)) as DeliveryRow[],
    deliveriesTo: async (id: string) =>
      (await itemsOf(`/v1/merchant/webhook-deliveries?endpoint_id=${id}`)) as DeliveryRow[],
    retry: (deliveryId: string) =>
      shop.dashboard(`/v1/merchant/webhook-deliveries/${deliveryId}/retry`, 'sandbox', { method: 'POST' }),
    replay: async (body: Fields) =>
      dataOf(await shop.dashboard('/v1/merchant/events/replay', 'sandbox', { body })).replayed,
    notices: async () => (await itemsOf('/v1/merchant/notifications')) as { kind: string; text: string }[],
    /** A collection ends, and the event that tells of it comes back. */
    async sell(body: Fields = {}, type = 'collection.success'): Promise<{ id: string; eventId: string }> {
      const { id, provider_reference: reference } = await shop.push(body)
      await shop.tell({ reference: String(reference), type })
      const [event] = (await itemsOf(`/v1/merchant/events?resource_id=${id}`)) as { id: string }[]
      return { id: String(id), eventId: event?.id ?? assert.fail('nothing was told') }
    },
  }
}
