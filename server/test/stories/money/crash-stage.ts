import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { systemClock } from '../../../src/primitives/clock.ts'
import { idsFrom } from '../../../src/primitives/id.ts'
import { vaultFrom } from '../../../src/primitives/seal.ts'
import type { CrashPoint, World } from '../../../src/world/world.ts'
import {
  freePort,
  malipo,
  type RunningProcess,
  type RunningService,
  runService,
  startProcess,
  temporaryFolder,
} from '../../run-service.ts'
import { type Reply, request, testSecret } from '../../service.ts'
import { createTestDatabase } from '../../test-database.ts'
import type { Fields } from './shop.ts'

export type CrashStage = Awaited<ReturnType<typeof openCrashStage>>

/** Real processes on a database that outlives them, and a merchant made by the operator's command. */
export async function openCrashStage() {
  const database = await createTestDatabase({ durable: true })
  const folder = await temporaryFolder()
  const port = await freePort()
  const environment = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    MALIPO_SECRET: testSecret,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    // As `npm start` does: a dozen processes start here, and most of a start is compiling.
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
  }
  const words = ['merchant', 'create', '--name', 'Duka', '--email', 'owner@duka.test', '--json']
  const made = await malipo([...words, '--password', 'correct horse'], environment)
  assert.equal(made.code, 0, made.output)
  const merchant = JSON.parse(made.output) as Record<
    'merchant_id' | 'sandbox_api_key' | 'webhook_secret',
    string
  >
  const world: World = {
    sql: database.sql,
    clock: systemClock,
    newId: idsFrom(systemClock),
    vault: vaultFrom(testSecret),
    baseUrl: '',
  }
  let running: RunningProcess | undefined
  /** A failed test leaves its service behind: it would answer for the next one, and keep the test alive. */
  async function endLeft(): Promise<void> {
    running?.child.kill('SIGKILL')
    await running?.exit
  }
  return {
    world,
    merchant,
    async start(crashAt?: CrashPoint): Promise<RunningService> {
      await endLeft()
      const settings = { ...environment, ...(crashAt && { CRASH_AT: crashAt }) }
      const service = await runService({ port, environment: settings })
      running = service
      return service
    },
    /** One that finds at its start what it dies of, which may be before anybody has seen it ready. */
    async startToDie(crashAt: CrashPoint): Promise<RunningProcess> {
      await endLeft()
      const settings = { PORT: String(port), ...environment, CRASH_AT: crashAt }
      running = startProcess({ environment: settings })
      return running
    },
    checkBooks: () => malipo(['check-books'], environment),
    async close() {
      await endLeft()
      await database.drop()
      await folder.remove()
    },
  }
}

/** Something a caller sends, and sends again when no answer came. */
export type Call = { path: string; body: Fields; headers: Record<string, string> }

export function orderOf({ merchant }: CrashStage, path: string, body: Fields): Call {
  return {
    path: `/v1/collections${path === '' ? '' : `/${path}`}`,
    body: { merchant_id: merchant.merchant_id, ...body },
    headers: { authorization: `Bearer ${merchant.sandbox_api_key}`, 'idempotency-key': randomUUID() },
  }
}

export function callbackOf({ merchant }: CrashStage, reference: string): Call {
  const body = { event_id: randomUUID(), event_type: 'collection.success', provider_reference: reference }
  const signature = createHmac('sha256', merchant.webhook_secret).update(JSON.stringify(body)).digest('hex')
  return { path: '/sandbox/v1/webhooks/provider', body, headers: { 'x-provider-signature': signature } }
}

/** Null when the service died before it answered. */
export function send({ url }: RunningService, { path, body, headers }: Call): Promise<Reply | null> {
  return request(`${url}${path}`, { body, headers }).catch(() => null)
}

/** What the dead have left is put aside for a day, so that the next to die dies of its own work. */
export function putAside(world: World): Promise<void> {
  return setTimes(world, '1 day')
}

/** Brings back what was put aside, late enough that every lease of the dead has run out. */
export function bringBack(world: World): Promise<void> {
  return setTimes(world, '-1 minute')
}

async function setTimes({ sql }: World, fromNow: string): Promise<void> {
  const at = sql`now() + ${fromNow}::interval`
  await sql`update collections set due_at = ${at} where due_at is not null`
  await sql`update due_look_ups set due_at = ${at} where due_at is not null`
  // What nobody plays is due when it expires, and that time is not ours to move.
  await sql`update network_payments set due_at = ${at} where due_at is not null and ending is not null`
  await sql`update network_callbacks set deliver_at = ${at} where deliver_at is not null`
  await sql`update provider_callbacks set received_at = ${at}, due_at = ${at} where handled_at is null`
}
