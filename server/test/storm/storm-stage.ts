import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openMerchants } from '../../src/merchants/open-merchants.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import type { World } from '../../src/world/world.ts'
import { testSecret } from '../service.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import type { Arrival } from './receivers.ts'
import type { Storm } from './storm-plan.ts'

export type StormStage = {
  world: World
  database: TestDatabase
  merchantIds: string[]
  /** What has arrived since it was asked for last. */
  arrivals(): Promise<Arrival[]>
  heal(): void
  close(): Promise<void>
}

/** A database with merchants whose endpoints lead to receivers in a process of their own. */
export async function setStormStage(storm: Storm): Promise<StormStage> {
  const database = await createTestDatabase({ durable: true })
  const world: World = {
    sql: database.sql,
    clock: systemClock,
    newId: idsFrom(systemClock),
    vault: vaultFrom(testSecret),
    baseUrl: 'http://localhost:4000',
  }
  const merchants = await openStormMerchants(world, storm.behaviours.length)
  const receivers = fork(fileURLToPath(new URL('./receivers.ts', import.meta.url)), {
    env: {
      ...process.env,
      STORM: JSON.stringify({
        behaviours: storm.behaviours,
        secrets: merchants.map(({ webhookSecret }) => webhookSecret),
      }),
    },
    serialization: 'advanced',
  })
  const { port } = await nextMessage<{ port: number }>(receivers)
  const merchantIds = merchants.map(({ id }) => id)
  await pointAtReceivers(world, merchantIds, port)
  return {
    world,
    database,
    merchantIds,
    async arrivals() {
      const answer = nextMessage<{ arrivals: Arrival[] }>(receivers)
      receivers.send('arrivals')
      return (await answer).arrivals
    },
    heal: () => void receivers.send('heal'),
    async close() {
      const ended = new Promise((resolve) => receivers.once('exit', resolve))
      receivers.disconnect()
      await ended
      await database.drop()
    },
  }
}

async function openStormMerchants(world: World, count: number) {
  const merchants = Array.from({ length: count }, (_, at) => ({
    name: `Shop ${at}`,
    ownerId: null,
    verificationStatus: 'verified' as const,
  }))
  return await world.sql.begin((tx) => openMerchants(tx, world, merchants))
}

async function pointAtReceivers({ sql, newId, clock }: World, merchantIds: string[], port: number) {
  const urls = merchantIds.map((_, at) => `http://127.0.0.1:${port}/${at}`)
  await sql`
    insert into webhook_configs (merchant_id, webhook_url, updated_at)
    select m, u, ${clock.now()} from unnest(${merchantIds}::uuid[], ${urls}::text[]) as x (m, u)`
  for (const environment of ['live', 'sandbox']) {
    await sql`
      insert into webhook_endpoints (id, merchant_id, environment, url)
      select i, m, ${environment}, u from unnest(${merchantIds.map(() => newId())}::uuid[], ${merchantIds}::uuid[],
        ${urls}::text[]) as x (i, m, u)`
  }
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}
