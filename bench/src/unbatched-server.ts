import { randomBytes } from 'node:crypto'
import { operations } from '@malipo/contract'
import fastify from 'fastify'
import Type from 'typebox'
import { hashApiKey, type MerchantRow } from '../../server/src/auth/auth.ts'
import { type Draft, draftCollection } from '../../server/src/collections/draft-collection.ts'
import { asCreated, showCollection } from '../../server/src/collections/show-collection.ts'
import { readConfig } from '../../server/src/config.ts'
import { readJson, validator } from '../../server/src/http/http.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { createRegistry, createSimulatedNetwork } from '../../server/src/providers/providers.ts'
import { benchMerchant, callerOf } from './bench-merchant.ts'

/**
 * The usual way: each request looks its key up and has a transaction of its own, on the same tables, with the same
 * durable commit and a pool of the same size. Without logs, limits and headers of ours, so it is let off lightly.
 */
const { createUssdPushCollection } = operations
const config = readConfig(process.env)
const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
const { world } = installation
const { sql } = world
const merchant = await benchMerchant(world)
const network = createSimulatedNetwork(world)
const registry = createRegistry({
  clock: world.clock,
  providers: [network.liveProvider, network.sandboxProvider],
  route: { live: network.liveProvider.name, sandbox: network.sandboxProvider.name },
})
const check = validator(createUssdPushCollection.body)

const app = fastify()
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
      response: { 202: Type.Object({ success: Type.Literal(true), data: createUssdPushCollection.reply }) },
    },
  },
  async (request, reply) => {
    const { value } = request.body as ReturnType<typeof readJson>
    if (check(value).length > 0) throw new Error('The body does not fit')
    const caller = await whoCalls(String(request.headers.authorization).slice('Bearer '.length))
    const body = value as { amount: string; customer_phone: string; merchant_reference: string }
    const draft: Draft = {
      family: 'B',
      method: 'USSD_PUSH',
      amount: body.amount,
      currency: 'TZS',
      phone: body.customer_phone,
      reference: body.merchant_reference,
    }
    const row = draftCollection(world, registry, caller, draft)
    await write(row, String(request.headers['idempotency-key']))
    reply.status(202)
    return { success: true, data: showCollection(world, asCreated(row)) }
  },
)

async function whoCalls(key: string) {
  const [found] = await sql<(MerchantRow & { key_id: string })[]>`
    select m.*, k.id as key_id from api_keys k join merchants m on m.id = k.merchant_id
    where k.key_hash = ${hashApiKey(key)} and k.revoked_at is null`
  if (!found) throw new Error('No such key')
  return callerOf(found, found.key_id, 'sandbox')
}

async function write(row: ReturnType<typeof draftCollection>, key: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into idempotency_keys (scope, environment, key, fingerprint, status, resource_id, created_at)
      values (${row.merchant_id}, ${row.environment}, ${key}, ${randomBytes(32)}, 202, ${row.id}, ${row.created_at})`
    await tx`
      insert into collections (id, merchant_id, environment, api_key_id, family, method, status, amount, currency,
        customer_phone, reference, provider, provider_reference, provider_payment_status, due_at, created_at, updated_at)
      values (${row.id}, ${row.merchant_id}, ${row.environment}, ${row.api_key_id}, ${row.family}, ${row.method},
        ${row.status}, ${row.amount}, ${row.currency}, ${row.customer_phone}, ${row.reference}, ${row.provider},
        ${row.provider_reference}, ${row.provider_payment_status}, ${row.due_at}, ${row.created_at}, ${row.updated_at})`
    await tx`
      insert into collection_history (collection_id, seq, to_status, source, at)
      values (${row.id}, 1, ${row.status}, 'caller', ${row.created_at})`
  })
}

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ url, merchantId: merchant.merchant_id, key: merchant.sandbox_api_key })
process.on('disconnect', async () => {
  await app.close()
  await installation.close()
  process.exit(0)
})
