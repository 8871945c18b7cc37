import { createHmac, randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { createApp, version } from '../src/app.ts'
import { sessionCookieName } from '../src/auth/sessions.ts'
import { startChores } from '../src/chores.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { ResolveHost } from '../src/courier/courier.ts'
import { makeOfSources } from '../src/dashboard/make-dashboard.ts'
import { dashboardMadeBy } from '../src/dashboard/open-dashboard.ts'
import { openPools } from '../src/database/database.ts'
import { createHands } from '../src/handsets/handsets.ts'
import type { Gate } from '../src/http/http.ts'
import { worldOf } from '../src/installation.ts'
import { openTracing } from '../src/open-tracing.ts'
import { makeAdmin, makeMember, makeMerchant } from '../src/operator/operator.ts'
import { assembleParts, type Parts } from '../src/parts.ts'
import { type Clock, systemClock } from '../src/primitives/clock.ts'
import { type Vault, vaultFrom } from '../src/primitives/seal.ts'
import type { Adapter, Provider } from '../src/providers/providers.ts'
import { createLog } from '../src/telemetry/telemetry.ts'
import type { World } from '../src/world/world.ts'
import { noteAnswer } from './openapi/note-answers.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type Reply = {
  status: number
  headers: Headers
  /** The parsed body, whatever it is. */
  body: {
    success: boolean
    data: Record<string, unknown>
    error: { code: string; message: string; details: unknown }
  }
}

export type Sent = {
  method?: string
  body?: unknown
  /** Sent as it is, for what no JSON writer would produce. */
  raw?: string | Uint8Array
  key?: string
  cookie?: string
  headers?: Record<string, string>
}

export type Service = {
  url: string
  /** What listens, for tests that wait for its timeouts. */
  server: Server
  world: World
  database: TestDatabase
  logLines: string[]
  gate: Gate
  parts: Parts
  call(path: string, sent?: Sent): Promise<Reply>
  signIn(email: string, password: string): Promise<string>
  stop(): Promise<void>
}

/** Providers in a test's hands, which get the new rows of an environment. */
export type OwnProviders = { live?: Provider; sandbox?: Provider }

export const testSecret = 'a secret for tests that is long enough to be one'
export const password = 'correct horse battery'

/** Tests share their loop with the service, and the machine with each other: what is late here is no overload. */
const overloadedAfterMs = 30_000

/** That which `run-tests.ts` has made for all; a test file that is run alone makes it when it is asked for. */
const dashboard = dashboardMadeBy(
  async () => process.env.MALIPO_TEST_DASHBOARD ?? (await makeOfSources()),
  console.error,
)

/** The whole service on a database of its own, listening on a free port of this machine. */
export async function startService(
  options: {
    environment?: Record<string, string>
    clock?: Clock
    providers?: OwnProviders
    adapters?: Record<string, Adapter>
    /** That of another instance, which goes on with it. */
    database?: TestDatabase
    /** For tests that start processes of their own on its database. */
    durable?: boolean
    /** Of an installation whose secret is another, or two. */
    vault?: Vault
    /** Answers for the names of webhook addresses. */
    resolve?: ResolveHost
  } = {},
): Promise<Service> {
  const database = options.database ?? (await createTestDatabase({ durable: options.durable ?? false }))
  const dropDatabase = async () => {
    await pools.close()
    if (!options.database) await database.drop()
  }
  const clock = options.clock ?? systemClock
  const { live, sandbox } = options.providers ?? {}
  const config: Config = readConfig({
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
    ...options.environment,
  })
  if (live) config.liveProvider = live.name
  const world = worldOf(config, { sql: database.sql, clock, vault: options.vault ?? vaultFrom(testSecret) })
  const pools = openPools({ url: database.url }, 'test', config.poolSizes)
  const logLines: string[] = []
  const log = createLog({
    level: config.logLevel,
    destination: { write: (line) => void logLines.push(line) },
  })
  const tracing = await openTracing(config, { clock, log, version })
  const parts = assembleParts(config, world, log, {
    pools,
    tracing,
    adapters: {
      ...options.adapters,
      ...Object.fromEntries([live, sandbox].flatMap((own) => (own ? [[own.name, () => own]] : []))),
    },
    sandbox: sandbox?.name,
    resolveHost: options.resolve,
  })
  const beside = { gateways: () => [], hands: createHands(), dashboard }
  // A service that cannot start must not leave a database that keeps the test from ending.
  const { app, gate } = await createApp(parts, overloadedAfterMs, beside).catch(async (error) => {
    await dropDatabase()
    throw error
  })
  const chores = startChores(parts)
  const url = await app.listen({ host: '127.0.0.1', port: config.port })
  const call = (path: string, sent: Sent = {}) => request(`${url}${path}`, sent)
  return {
    url,
    server: app.server,
    world,
    database,
    logLines,
    gate,
    parts,
    call,
    async signIn(email, given) {
      await parts.sessions.warmUp()
      const answer = await call('/v1/auth/sign-in/email', { body: { email, password: given } })
      if (answer.status !== 200) throw new Error(`Cannot sign in ${email}: ${JSON.stringify(answer.body)}`)
      return cookieOf(answer)
    },
    async stop() {
      await app.close()
      await Promise.allSettled(parts.sendings)
      await Promise.all(chores.map((chore) => chore.stop()))
      await tracing?.close()
      await parts.exchanges.written()
      await parts.requests.written()
      await parts.outbound.close()
      await dropDatabase()
    },
  }
}

/** What a browser would send back. */
export function cookieOf(answer: Reply): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

export async function request(url: string, sent: Sent): Promise<Reply> {
  const hasBody = sent.body !== undefined || sent.raw !== undefined
  const method = sent.method ?? (hasBody ? 'POST' : 'GET')
  const response = await fetch(url, {
    method,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(sent.key && { authorization: `Bearer ${sent.key}` }),
      ...(sent.cookie && { cookie: sent.cookie }),
      ...sent.headers,
    },
    ...(hasBody && { body: sent.raw ?? JSON.stringify(sent.body) }),
    redirect: 'manual',
  } as RequestInit)
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const isJson = contentType.includes('application/json')
  const body = isJson ? text : ''
  noteAnswer({ method, path: new URL(url).pathname, status: response.status, contentType, body })
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Of `password`, written down because hashing is slow on purpose. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$lpij4/VzKe/Fgqj6/aG2Qw$PIHtOL445i2Ht1Pr1mH9i/Ho+DPK7dbvv/f4F5nCUbY'

/** Somebody who can sign in with `password`. */
export async function newPerson({ world }: Service, email: string): Promise<string> {
  const [id, now] = [world.newId(), world.clock.now()]
  await world.sql`
    with person as (
      insert into users (id, name, email, email_verified, created_at, updated_at)
      values (${id}, ${email.split('@')[0] ?? email}, ${email.toLowerCase()}, true, ${now}, ${now}))
    insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${world.newId()}, ${id}, ${id}, 'credential', ${passwordHash}, ${now}, ${now})`
  return id
}

/**
 * The cookie of somebody who has signed in, without the password being checked, which is slow on purpose: a row and a
 * signature, as the sign-in library makes them. Whoever tries signing in itself goes through the door.
 */
export async function sessionOf({ world, parts }: Service, email: string): Promise<string> {
  await parts.sessions.warmUp()
  const [token, now] = [randomBytes(24).toString('base64url'), world.clock.now()]
  const expiresAt = new Date(now.getTime() + 7 * 24 * 3600_000)
  const made = await world.sql`
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
    select ${world.newId()}, id, ${token}, ${expiresAt}, ${now}, ${now} from users where email = ${email.toLowerCase()}`
  if (made.count !== 1) throw new Error(`Nobody is called ${email}`)
  const signature = createHmac('sha256', world.vault.sessionSecret).update(token).digest('base64')
  const prefix = world.baseUrl.startsWith('https:') ? '__Secure-' : ''
  return `${prefix}${sessionCookieName}=${encodeURIComponent(`${token}.${signature}`)}`
}

let merchants = 0

/** A merchant with its owner, made the operator's way. */
export async function newMerchant(service: Service, options: { isVerified?: boolean } = {}) {
  const { world } = service
  merchants += 1
  const email = `owner${merchants}-${process.pid}@shop.test`
  await newPerson(service, email)
  const made = await world.sql.begin((tx) =>
    makeMerchant(tx, world, {
      name: `Shop ${merchants}`,
      email,
      password,
      isVerified: options.isVerified ?? false,
    }),
  )
  return {
    ...made,
    merchantId: made.merchant_id,
    ownerEmail: email,
    liveKey: made.live_api_key,
    sandboxKey: made.sandbox_api_key,
  }
}

export async function newMember(
  service: Service,
  wish: { merchantId: string; email: string; role: Parameters<typeof makeMember>[2]['role'] },
) {
  const { world } = service
  await newPerson(service, wish.email)
  return await world.sql.begin((tx) => makeMember(tx, world, { ...wish, password }))
}

export async function newAdmin(service: Service, email: string) {
  const { world } = service
  await newPerson(service, email)
  return await world.sql.begin((tx) => makeAdmin(tx, world, { email, password }))
}
