import { readFile } from 'node:fs/promises'
import { type BodyOf, operations, type ReplyOf } from '@malipo/contract'
import fastify from 'fastify'
import Type from 'typebox'
import { readJson, validator } from '../../server/src/http/http.ts'

/**
 * What the framework can do at best: the same answers, with the same code for reading, checking and writing them, but no
 * database, no key, no limits, no headers of ours. Run as a process of its own, like the service beside it.
 */
const { readMerchant, createUssdPushCollection } = operations
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

const check = validator(createUssdPushCollection.body)
app.removeAllContentTypeParsers()
app.addContentTypeParser(
  'application/json',
  { parseAs: 'buffer' },
  async (_request: unknown, bytes: Buffer) => readJson(bytes),
)
app.post(
  createUssdPushCollection.path,
  {
    schema: {
      response: {
        202: Type.Object({ success: Type.Literal(true), data: createUssdPushCollection.reply }),
        422: Type.Unknown(),
      },
    },
  },
  async (request, reply) => {
    const { value, problems } = request.body as ReturnType<typeof readJson>
    const body = value as BodyOf<typeof createUssdPushCollection>
    const flaws = [...problems, ...check(value)]
    if (flaws.length > 0) {
      reply.status(422)
      return {
        success: false,
        error: { code: 'validation_failed', message: 'Some fields are wrong.', details: flaws },
      }
    }
    const now = new Date().toISOString()
    // Typed, because the framework refuses to send an answer that lacks a field.
    const data: ReplyOf<typeof createUssdPushCollection> = {
      id: '01a1dd0e-ae98-74d0-b84c-d3ed98fa45f1',
      merchant_id: body.merchant_id,
      method: 'USSD_PUSH',
      amount: body.amount,
      currency: 'TZS',
      customer_phone: body.customer_phone,
      merchant_reference: body.merchant_reference ?? null,
      payment_link_id: null,
      control_number_id: null,
      callback_url: null,
      failure_code: null,
      failure_message: null,
      invoice_id: null,
      metadata: {},
      refunded_amount: '0.00',
      refundable_amount: '0.00',
      status: 'processing',
      provider: 'sandbox',
      provider_reference: 'MLP01A1DD0EAE9874D0B84CD3ED98FA45F1',
      transaction_reference: 'TX03H8MF75TVC9ZJ1P6SQ6IMG97',
      message:
        'A payment prompt is on its way to the phone. The customer approves it with the mobile money PIN.',
      expires_at: null,
      initiated_at: now,
      completed_at: null,
      created_at: now,
      updated_at: now,
    }
    reply.status(202)
    return { success: true, data }
  },
)

// The bytes of a page, as somebody else has written and packed them.
const page = process.env.PAGE_FILE === undefined ? undefined : await readFile(process.env.PAGE_FILE)
app.get('/page', (_request, reply) => {
  reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(page)
})

process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))
