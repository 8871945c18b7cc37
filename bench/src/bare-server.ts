import { operations } from '@malipo/contract'
import fastify from 'fastify'
import Type from 'typebox'

/**
 * What the framework can do at best: the same answer with the same schemas for checking and writing it, but no
 * database, no key, no limits, no headers of ours. Run as a process of its own, like the service beside it.
 */
const { readMerchant } = operations
const app = fastify()
const merchant = {
  merchant_id: '01a1dd0e-ae98-74d0-b84c-d3ed98fa45f1',
  name: 'Duka la Mfano',
  phone: null,
  verification_status: 'verified',
  is_active: true,
  created_at: '2026-11-15T02:34:49.368Z',
  updated_at: '2026-11-15T02:34:49.368Z',
}

app.get(
  readMerchant.path.replace('{merchant_id}', ':merchant_id'),
  {
    schema: {
      params: Type.Object({ merchant_id: Type.String({ format: 'uuid' }) }),
      querystring: Type.Object({}, { additionalProperties: false }),
      response: { 200: Type.Object({ success: Type.Literal(true), data: readMerchant.reply }) },
    },
  },
  async () => ({ success: true, data: merchant }),
)

process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))
