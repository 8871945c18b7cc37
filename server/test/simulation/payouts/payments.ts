import { randomUUID } from 'node:crypto'
import { operations } from '@malipo/contract'
import { collectionResolver, createCollect } from '../../../src/collections/collections.ts'
import type { Actor } from '../../../src/http/http.ts'
import type { Registry } from '../../../src/providers/providers.ts'
import { compileRules } from '../../../src/risk/risk.ts'
import type { World } from '../../../src/world/world.ts'

/** A payment that has arrived, and may go back. */
export type Payment = {
  id: string
  label: string
  merchantId: string
  environment: 'live' | 'sandbox'
  amount: bigint
}

/** Takes payments by the service's own doors; what becomes of them before they have arrived is the other simulation's. */
export type Till = ReturnType<typeof openTill>

export function openTill(world: World, registry: Registry) {
  const resolve = collectionResolver(world, registry)
  const nothingAttached = async () => {
    throw new Error('Here nobody pays for a link or an invoice.')
  }
  const { collect } = createCollect({
    world,
    registry,
    resolve,
    riskRules: { known: () => compileRules([]), ready: async () => {} },
    checks: { paymentLink: nothingAttached, invoice: nothingAttached, holdDrafts: nothingAttached },
    sendsItself: false,
    onError: (error) => {
      throw error
    },
  })
  return { collect, resolve }
}

/** A push that is paid at once. */
export async function pay(
  { collect, resolve }: Till,
  caller: Actor,
  label: string,
  {
    key = randomUUID(),
    amount = 1_200n,
    phone = '255755001234',
  }: { key?: string; amount?: bigint; phone?: string } = {},
): Promise<string> {
  const { merchantId, environment } = caller
  const mark = { scope: merchantId, environment, key, fingerprint: Buffer.from(label) }
  const call = { caller, mark: () => mark, replayed: () => {} }
  const { id } = await collect(call, operations.createUssdPushCollection, {
    family: 'A',
    method: 'USSD_PUSH',
    amount: String(amount / 100n),
    currency: 'TZS',
    phone,
    description: label,
  })
  const paid = { amount, currency: 'TZS' }
  const word = { kind: 'succeeded', providerStatus: 'PAID', paid } as const
  await resolve({ collectionId: id, source: 'callback', word }, { merchant_id: merchantId, environment })
  return id
}
