import * as z from 'zod'
import { Amount, Id, RequestId, strangersText, tool } from '../tool.ts'

/** As the agent is shown it: an amount is a decimal string here too, and whether it is paid is said. */
const Collection = z.looseObject({
  collection_id: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  is_paid: z.boolean(),
})

const onlySuccessful =
  'Only `successful` is paid (is_paid); `processing` means that nobody knows yet, and is neither paid nor failed.'

/** Fifteen digits at most, which a double holds exactly: two places are not a rounding. */
function show(collection: { amount: number; status: string }): object {
  return { ...collection, amount: collection.amount.toFixed(2), is_paid: collection.status === 'successful' }
}

export const collectionTools = [
  tool({
    name: 'get_collection',
    title: 'Read a collection',
    description: `One payment of a customer with its present status. ${onlySuccessful} ${strangersText}`,
    scope: 'collections:read',
    kind: 'read',
    input: z.strictObject({ collection_id: Id }),
    output: Collection,
    run: async (malipo, { collection_id: id }, { signal }) =>
      show(await malipo.collections.get(id, { signal })),
  }),
  tool({
    name: 'refresh_collection',
    title: 'Ask the provider about a collection',
    description: `Asks the payment provider what became of a payment that is still processing, and reads it. It never credits twice. ${onlySuccessful} ${strangersText}`,
    scope: 'collections:read',
    kind: 'read',
    mayMove: true,
    input: z.strictObject({ collection_id: Id }),
    output: Collection,
    run: async (malipo, { collection_id: id }, { signal }) =>
      show(await malipo.collections.refresh(id, { signal })),
  }),
  tool({
    name: 'request_test_payment',
    title: 'Ask a simulated customer to pay',
    description: `Sandbox only: sends a payment prompt to a simulated phone, which decides after a moment. Read the outcome with get_collection. ${onlySuccessful}`,
    scope: 'collections:write',
    kind: 'ask',
    environment: 'sandbox',
    input: z.strictObject({
      request_id: RequestId,
      amount: Amount,
      phone: z
        .string()
        .regex(/^\+?[0-9]{9,15}$/)
        .describe('Any number, like 0712345678; nobody is called'),
      reference: z.string().min(1).max(100).optional(),
      description: z.string().max(500).optional(),
      simulate_status: z.enum(['successful', 'failed', 'pending_clearance', 'reversed']).optional(),
    }),
    output: z.looseObject({ collection_id: z.string(), status: z.string(), message: z.string() }),
    run: (malipo, { request_id: _id, ...order }, call) => malipo.collections.walletPush(order, call),
  }),
]
