import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type Database, migrate, openEmbeddedCluster } from '../../src/database/database.ts'
import { socketOfUrl } from '../../src/database/database-url.ts'
import { createGateways } from '../../src/gateways/gateways.ts'
import { madeUpSettings } from '../../src/gateways/made-up-accounts.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import type { World } from '../../src/world/world.ts'
import { freePort, malipo } from '../run-service.ts'
import { cookieOf, password, request, testSecret } from '../service.ts'
import { chanceFrom } from '../simulation/kernel/chance.ts'
import { mountDisk, settingsForDisk } from './disk.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { openReceiver } from './receiver.ts'
import { openLine } from './tcp-line.ts'

export type ChaosStage = Awaited<ReturnType<typeof openChaosStage>>

const provider = 'clickpesa'
const database = 'chaos'

export type StageWishes = {
  seed: string
  /** See `FleetWishes`. */
  plant?: string
  /** Other settings of PostgreSQL, to plant a bug there. */
  settings?: Record<string, string | number>
}

/**
 * Two processes that answer requests and two that work, on a PostgreSQL of their own; the gateway of a provider and the endpoint of a merchant, which
 * have books of their own and outlive all of it. Between them are lines that can be cut.
 */
export async function openChaosStage({ seed, plant, settings = {} }: StageWishes) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'malipo-chaos-')))
  const closers: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const diskFolder = join(home, 'disk')
    const disk = await mountDisk(diskFolder)
    if (disk !== null) closers.push(disk.remove)
    const cluster = await openEmbeddedCluster({
      dataDir: join(diskFolder, 'postgres'),
      log: () => {},
      settings: { max_connections: 200, ...settingsForDisk, ...settings },
    })
    closers.push(() => cluster.close())
    await makeDatabase(cluster.url('postgres'), cluster.url(database, 'malipo'))
    const sql = connectDatabase({
      url: cluster.url(database, 'malipo'),
      poolSize: 3,
      applicationName: 'chaos',
    })
    closers.push(() => sql.end({ timeout: 1 }))

    const gatewayPort = await freePort()
    const toDatabase = await openLine(() => {
      const { folder, port } = socketOfUrl(cluster.url(database)) ?? assert.fail()
      return { path: join(folder, `.s.PGSQL.${port}`) }
    })
    const toProvider = await openLine(() => ({ host: '127.0.0.1', port: gatewayPort }))
    let turn = 0
    const toCallers = await openLine(() => {
      turn += 1
      // Whoever spreads requests over processes leaves out those that are known to be down.
      const [next, other] = turn % 2 === 0 ? (['api-1', 'api-2'] as const) : (['api-2', 'api-1'] as const)
      return { host: '127.0.0.1', port: fleet.portOf(fleet.isRunning(next) ? next : other) }
    })
    const lines = { database: toDatabase, provider: toProvider, callers: toCallers }
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
      DATABASE_URL: `postgres://malipo@127.0.0.1:${toDatabase.port}/${database}`,
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
    }
    const merchant = await makePeople(environment)
    const newId = idsFrom(systemClock)
    const world: World = { sql, clock: systemClock, newId, vault: vaultFrom(testSecret), baseUrl: url }
    await listenAt(world, merchant.merchantId, receiver.url)
    // Whoever decides has done so for longer than any clock here is behind, or would have decided before being asked to.
    await sql`update super_admins set created_at = created_at - interval '1 hour'`

    const fleet = await openFleet({ environment, folder: home, ...(plant && { plant }) })
    closers.push(() => fleet.close())
    await untilUp(fleet)
    return {
      ...merchant,
      url,
      world,
      cluster,
      disk,
      database,
      lines,
      fleet,
      gateway,
      receiver,
      /** Of the two Super Admins. */
      cookies: [await signIn(url, admins[0]), await signIn(url, admins[1])] as const,
      checkBooks: () => malipo(['check-books'], environment),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Four processes at once, on a machine that may be busy with others. */
const mostStartingMs = 300_000

async function untilUp(fleet: Fleet): Promise<void> {
  const deadline = performance.now() + mostStartingMs
  while (!fleet.isUp()) {
    assert.ok(performance.now() < deadline, `not all processes are up: ${fleet.said()}`)
    await sleep(100)
  }
}

async function makeDatabase(adminUrl: string, url: string): Promise<void> {
  const admin = connectDatabase({ url: adminUrl, poolSize: 1, applicationName: 'chaos' })
  try {
    await admin.unsafe('create role malipo login')
    await admin.unsafe(`create database ${database} owner malipo`)
  } finally {
    await admin.end()
  }
  await migrate({ url })
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
