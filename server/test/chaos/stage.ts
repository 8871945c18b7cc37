import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type Database } from '../../src/database/database.ts'
import { createGateways } from '../../src/gateways/gateways.ts'
import { madeUpSettings } from '../../src/gateways/made-up-accounts.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import type { World } from '../../src/world/world.ts'
import { freePort, malipo } from '../run-service.ts'
import { cookieOf, password, request, testSecret } from '../service.ts'
import { chanceFrom } from '../simulation/kernel/chance.ts'
import { type Fleet, type Member, openFleet } from './fleet.ts'
import { openReceiver } from './receiver.ts'
import { openLine } from './tcp-line.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

const provider = 'clickpesa'

export type StageWishes = {
  seed: string
  /** A folder of its own. */
  home: string
  /** Under which settings the processes find a database that is migrated. */
  database: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string }
  /** Where whoever judges reads it. */
  judgesUrl: string
  /** See `FleetWishes`. */
  plant?: string | undefined
  /** Who leads callers to the processes, and where it looks for them; a line of ours otherwise. */
  front?: { port: number; ports: Partial<Record<Member, number>> }
  /** Other settings of the processes. */
  settings?: Record<string, string>
  /** What is to be closed at the end, the last first. */
  closers: (() => Promise<unknown>)[]
}

/**
 * Two processes that answer requests and two that work, on a database that somebody else has opened; the gateway of a provider and the endpoint of a
 * merchant, which have books of their own and outlive all of it. Between them are lines that can be cut.
 */
export async function openStage(wishes: StageWishes) {
  const { seed, home, database, judgesUrl, plant, front, settings = {}, closers } = wishes
  const sql = connectDatabase({ url: judgesUrl, poolSize: 3, applicationName: 'chaos' })
  closers.push(() => sql.end({ timeout: 1 }))

  const gatewayPort = await freePort()
  const toProvider = await openLine(() => ({ host: '127.0.0.1', port: gatewayPort }))
  let turn = 0
  const toCallers = await openLine(() => {
    if (front) return { host: '127.0.0.1', port: front.port }
    turn += 1
    // Whoever spreads requests over processes leaves out those that are known to be down.
    const [next, other] = turn % 2 === 0 ? (['api-1', 'api-2'] as const) : (['api-2', 'api-1'] as const)
    return { host: '127.0.0.1', port: fleet.portOf(fleet.isRunning(next) ? next : other) }
  })
  const lines = { provider: toProvider, callers: toCallers }
  const url = `http://127.0.0.1:${toCallers.port}`
  closers.push(() => Promise.all(Object.values(lines).map((line) => line.close())))

  const gateways = createGateways({
    port: gatewayPort,
    serviceUrl: url,
    clock: systemClock,
    chance: chanceFrom(`${seed} gateway`).number,
  })
  assert.equal(await gateways.open(), 'us')
  closers.push(() => gateways.close())
  const gateway = gateways.byName.get(provider) ?? assert.fail()
  const receiver = await openReceiver()
  closers.push(() => receiver.close())

  const account = madeUpSettings(toProvider.port).clickpesa ?? assert.fail()
  const environment = {
    DATA_DIR: home,
    ...database,
    MALIPO_SECRET: testSecret,
    BASE_URL: url,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    LIVE_PROVIDER: provider,
    CLICKPESA_BASE_URL: account.url,
    CLICKPESA_CLIENT_ID: account.clientId,
    CLICKPESA_API_KEY: account.apiKey,
    CLICKPESA_CHECKSUM_KEY: account.checksumKey,
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
    ...settings,
  }
  const merchant = await makePeople(environment)
  const newId = idsFrom(systemClock)
  const world: World = { sql, clock: systemClock, newId, vault: vaultFrom(testSecret), baseUrl: url }
  await listenAt(world, merchant.merchantId, receiver.url)
  // Whoever decides has done so for longer than any clock here is behind, or would have decided before being asked to.
  await sql`update super_admins set created_at = created_at - interval '1 hour'`

  const fleet = await openFleet({ environment, folder: home, ports: front?.ports, ...(plant && { plant }) })
  closers.push(() => fleet.close())
  await untilUp(fleet, url)
  return {
    ...merchant,
    url,
    world,
    lines,
    fleet,
    gateway,
    receiver,
    /** Of the two Super Admins. */
    cookies: [await signIn(url, admins[0]), await signIn(url, admins[1])] as const,
    checkBooks: () => malipo(['check-books'], environment),
  }
}

/** Four processes at once, on a machine that may be busy with others. */
const mostStartingMs = 300_000

async function untilUp(fleet: Fleet, url: string): Promise<void> {
  const deadline = performance.now() + mostStartingMs
  // Whoever leads callers to them has to see them too.
  while (!fleet.isUp() || (await request(`${url}/readyz`, {})).status !== 200) {
    assert.ok(performance.now() < deadline, `not all processes are up: ${fleet.said()}`)
    await sleep(100)
  }
}

const admins = ['boss@malipo.test', 'deputy@malipo.test'] as const

async function makePeople(environment: Record<string, string>) {
  const operate = async (...words: string[]) => {
    const { code, output } = await malipo(words, environment)
    assert.equal(code, 0, output)
    return output
  }
  const owner = ['--email', 'owner@duka.test', '--password', password]
  const balance = ['--verified', '--balance', '50000000.00', '--json']
  const made = await operate('merchant', 'create', '--name', 'Duka', ...owner, ...balance)
  for (const email of admins) await operate('admin', 'create', '--email', email, '--password', password)
  const { merchant_id: merchantId, live_api_key: key } = JSON.parse(made) as Record<string, string>
  return { merchantId: merchantId ?? '', key: key ?? '' }
}

async function signIn(url: string, email: string): Promise<string> {
  const answer = await request(`${url}/v1/auth/sign-in/email`, { body: { email, password } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return cookieOf(answer)
}

/** As the route of the configuration would. */
async function listenAt(
  { sql, newId }: { sql: Database; newId(): string },
  merchantId: string,
  url: string,
): Promise<void> {
  await sql`insert into webhook_configs (merchant_id, webhook_url, updated_at) values (${merchantId}, ${url}, now())`
  await sql`
    insert into webhook_endpoints (id, merchant_id, environment, url)
    values (${newId()}, ${merchantId}, 'live', ${url}), (${newId()}, ${merchantId}, 'sandbox', ${url})`
}
