import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import type { Collect } from './collect.ts'
import type { CollectionMethod, CollectionRow } from './collection-row.ts'
import { asCreated, messageOf, showCollection } from './show-collection.ts'

/** How long codes may be paid, and pages used. */
export type Lives = { qrLivesForMs: number; pageLivesForMs: number }

/** The eight calls that make a collection: four of each family, each in its own words. */
export function collectingRoutes(
  world: World,
  collect: Collect,
  { qrLivesForMs, pageLivesForMs }: Lives,
): Route[] {
  return [...familyA(world.baseUrl, collect, pageLivesForMs), ...familyB(world, collect, qrLivesForMs)]
}

function familyA(baseUrl: string, collect: Collect, pageLivesForMs: number): Route[] {
  const push = (
    operation: typeof operations.createDirectWalletPush | typeof operations.createDirectProviderPesa,
    method: CollectionMethod,
  ) =>
    route(operation, async (call) => {
      const { amount, currency, phone, simulate_status: simulateStatus, ...rest } = without(call.body)
      const draft = {
        family: 'A',
        method,
        amount: String(amount),
        currency,
        phone,
        simulateStatus,
        ...rest,
      } as const
      const made = asCreated(await collect(call, operation, draft))
      const { id, reference, status } = made
      return { collection_id: id, reference, status, message: messageOf(made) }
    })
  return [
    route(operations.createHostedPage, async (call) => {
      // Kept out: the address of webhooks belongs to the account, not to a request.
      const { amount, currency, customer_phone: phone, webhook_url: _unused, ...rest } = without(call.body)
      const draft = {
        family: 'A',
        method: null,
        amount: String(amount),
        currency,
        phone,
        pageLivesForMs,
        ...rest,
      } as const
      const { id, reference, page_token: token } = await collect(call, operations.createHostedPage, draft)
      return {
        collection_id: id,
        reference,
        status: 'created' as const,
        payment_url: `${baseUrl}/pay/${token}`,
      }
    }),
    push(operations.createDirectWalletPush, 'USSD_PUSH'),
    push(operations.createDirectProviderPesa, 'PROVIDER_PESA_PUSH'),
    route(operations.createDirectQr, async (call) => {
      const {
        amount,
        currency,
        customer_phone: phone,
        simulate_status: simulateStatus,
        ...rest
      } = without(call.body)
      const draft = {
        family: 'A',
        method: 'DYNAMIC_QR',
        amount: String(amount),
        currency,
        phone,
        simulateStatus,
        ...rest,
      } as const
      return showCode(await collect(call, operations.createDirectQr, draft))
    }),
  ]
}

function showCode({ id, reference, payment_token: token, qr_payload: payload }: CollectionRow) {
  return {
    collection_id: id,
    reference,
    status: 'processing' as const,
    payment_token: token ?? '',
    qr_payload: payload ?? '',
    expires_at: null,
  }
}

function familyB(world: World, collect: Collect, qrLivesForMs: number): Route[] {
  const push = (
    operation:
      | typeof operations.createUssdPushCollection
      | typeof operations.createStkPushCollection
      | typeof operations.createProviderPesaPushCollection,
    method: CollectionMethod,
  ) =>
    route(operation, async (call) => {
      const { customer_phone: phone, merchant_reference: reference, currency, ...rest } = without(call.body)
      const named = reference === undefined ? {} : { reference }
      const draft = { family: 'B', method, phone, currency, ...rest, ...named } as const
      return showCollection(world, asCreated(await collect(call, operation, draft)))
    })
  return [
    push(operations.createUssdPushCollection, 'USSD_PUSH'),
    push(operations.createStkPushCollection, 'STK_PUSH'),
    push(operations.createProviderPesaPushCollection, 'PROVIDER_PESA_PUSH'),
    route(operations.createDynamicQrCollection, async (call) => {
      const { merchant_reference: reference, currency, ...rest } = without(call.body)
      const named = reference === undefined ? {} : { reference }
      const draft = {
        family: 'B',
        method: 'DYNAMIC_QR',
        livesForMs: qrLivesForMs,
        currency,
        ...rest,
        ...named,
      } as const
      return showCollection(
        world,
        asCreated(await collect(call, operations.createDynamicQrCollection, draft)),
      )
    }),
  ]
}

/** Whose it is was settled before: the merchant in the body is the caller's. */
function without<B extends { merchant_id: string }>({
  merchant_id: _settled,
  ...rest
}: B): Omit<B, 'merchant_id'> {
  return rest
}
