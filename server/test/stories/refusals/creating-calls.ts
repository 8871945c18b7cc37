import { randomUUID } from 'node:crypto'
import type { Reply, Sent } from '../../service.ts'
import type { Stage } from './stage.ts'

export type CreatingCall = {
  path: string
  family: 'A' | 'B'
  status: 201 | 202
  /** The field that carries a phone, if there is one, and whether it must. */
  phone?: { field: 'phone' | 'customer_phone'; isRequired: boolean }
  /** Takes `simulate_status`. */
  isDirect: boolean
}

const pushed = { field: 'phone', isRequired: true } as const
const pushedB = { field: 'customer_phone', isRequired: true } as const
const shown = { field: 'customer_phone', isRequired: false } as const

/** The eight calls that make a collection, as the interface lists them. */
export const creatingCalls: CreatingCall[] = [
  { path: '/v1/collections', family: 'A', status: 201, phone: shown, isDirect: false },
  { path: '/v1/collections/wallet-push', family: 'A', status: 202, phone: pushed, isDirect: true },
  { path: '/v1/collections/provider-pesa', family: 'A', status: 202, phone: pushed, isDirect: true },
  { path: '/v1/collections/qr', family: 'A', status: 202, phone: shown, isDirect: true },
  { path: '/v1/collections/ussd-push', family: 'B', status: 202, phone: pushedB, isDirect: false },
  { path: '/v1/collections/stk-push', family: 'B', status: 202, phone: pushedB, isDirect: false },
  { path: '/v1/collections/provider-pesa-push', family: 'B', status: 202, phone: pushedB, isDirect: false },
  { path: '/v1/collections/dynamic-qr', family: 'B', status: 202, isDirect: false },
]

/** A body that is accepted, with nothing in it that could be left out. */
export function goodBody({ family, phone }: CreatingCall, merchantId: string): Record<string, unknown> {
  return {
    merchant_id: merchantId,
    amount: family === 'A' ? 1000 : '1000',
    ...(phone?.isRequired && { [phone.field]: '0712345678' }),
  }
}

/** Sends a good body with these changes, under a fresh key, with the live key unless told otherwise. */
export async function create(
  { service, merchantId, liveKey }: Stage,
  call: CreatingCall,
  change: Record<string, unknown> = {},
  sent: Sent = {},
): Promise<Reply> {
  return await service.call(call.path, {
    ...(sent.cookie === undefined && { key: liveKey }),
    body: { ...goodBody(call, merchantId), ...change },
    ...sent,
    headers: { 'idempotency-key': randomUUID(), ...sent.headers },
  })
}
