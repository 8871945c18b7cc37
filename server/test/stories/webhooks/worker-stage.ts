import assert from 'node:assert/strict'
import { systemClock } from '../../../src/primitives/clock.ts'
import { idsFrom } from '../../../src/primitives/id.ts'
import { vaultFrom } from '../../../src/primitives/seal.ts'
import { announce } from '../../../src/webhooks/webhooks.ts'
import type { CrashPoint, World } from '../../../src/world/world.ts'
import { freePort, malipo, type RunningService, runService, temporaryFolder } from '../../run-service.ts'
import { testSecret } from '../../service.ts'
import { createTestDatabase } from '../../test-database.ts'

export type WorkerStage = Awaited<ReturnType<typeof openWorkerStage>>
export type Owed = {
  status: string
  due_at: Date | null
  lease: number
  attempts: number
  failures: number
  /** What came of each attempt, in the order of the leases. */
  tries: string[]
}

/** Workers as processes of their own on one database, and a merchant to whom things are told. */
export async function openWorkerStage() {
  const database = await createTestDatabase({ durable: true })
  const folder = await temporaryFolder()
  const environment = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    MALIPO_SECRET: testSecret,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ROLE: 'worker',
    // As `npm start` does: most of a start is compiling.
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
  }
  const words = ['merchant', 'create', '--name', 'Duka', '--email', 'owner@duka.test', '--json']
  const made = await malipo([...words, '--password', 'correct horse'], environment)
  assert.equal(made.code, 0, made.output)
  const { merchant_id: merchantId } = JSON.parse(made.output) as { merchant_id: string }
  const { sql } = database
  const newId = idsFrom(systemClock)
  const world: World = { sql, clock: systemClock, newId, vault: vaultFrom(testSecret), baseUrl: '' }
  const workers: RunningService[] = []
  return {
    world,
    async start(crashAt?: CrashPoint): Promise<RunningService> {
      const settings = { ...environment, ...(crashAt && { CRASH_AT: crashAt }) }
      const worker = await runService({ port: await freePort(), environment: settings })
      workers.push(worker)
      return worker
    },
    /** As the route of the configuration would. */
    async listenAt(url: string): Promise<void> {
      await sql`
        insert into webhook_configs (merchant_id, webhook_url, updated_at) values (${merchantId}, ${url}, now())
        on conflict (merchant_id) do update set webhook_url = excluded.webhook_url`
      await sql`
        insert into webhook_endpoints (id, merchant_id, environment, url)
        values (${newId()}, ${merchantId}, 'live', ${url}), (${newId()}, ${merchantId}, 'sandbox', ${url})
        on conflict (merchant_id, environment) do update set url = excluded.url, failing_since = null`
    },
    /** Something happened; the id of the event comes back. */
    async tell(): Promise<string> {
      const resourceId = newId()
      const about = { merchantId, environment: 'live', type: 'collection.success', resourceId } as const
      const told = { ...about, sequence: 2, at: systemClock.now(), resource: { id: resourceId } }
      await sql.begin((tx) => announce(tx, newId, [told]))
      const [event] = await sql<{ id: string }[]>`select id from events where resource_id = ${resourceId}`
      return event?.id ?? assert.fail()
    },
    async owed(eventId: string): Promise<Owed> {
      const rows = await sql<Owed[]>`
        select status, due_at, lease, attempts, failures, array(
          select lease || ' ' || result from webhook_attempts a where a.delivery_id = d.id order by lease) as tries
        from webhook_deliveries d where event_id = ${eventId}`
      assert.equal(rows.length, 1)
      return { ...(rows[0] ?? assert.fail()) }
    },
    /** As if so much of the leases had passed already that they end in a while. */
    async endLeasesIn(ms: number): Promise<void> {
      await sql`update webhook_deliveries set due_at = now() + ${ms} * interval '1 ms' where due_at is not null`
    },
    async close() {
      // A failed test leaves its workers behind, and nobody else would end them.
      for (const worker of workers) {
        worker.child.kill('SIGKILL')
        await worker.exit
      }
      await database.drop()
      await folder.remove()
    },
  }
}

/** Ends a worker as an operator does. */
export async function end(worker: RunningService): Promise<void> {
  worker.child.kill('SIGTERM')
  assert.deepEqual(await worker.exit, { code: 0, signal: null }, worker.output())
}
