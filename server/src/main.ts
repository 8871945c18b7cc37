import cluster from 'node:cluster'
import { randomInt } from 'node:crypto'
import { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, version } from './app.ts'
import { startChores } from './chores.ts'
import { findCarriers } from './collections/collections.ts'
import { type Config, readConfig } from './config.ts'
import { openDashboard } from './dashboard/dashboard.ts'
import { createGateways, type Gateways } from './gateways/gateways.ts'
import { createHands, type Hands } from './handsets/handsets.ts'
import type { Gate, HttpServer } from './http/http.ts'
import { type Installation, openInstallation } from './installation.ts'
import { openTracing } from './open-tracing.ts'
import { createDemo } from './operator/operator.ts'
import { assembleParts, type Parts } from './parts.ts'
import type { Clock } from './primitives/clock.ts'
import { StartRefused } from './primitives/start-refused.ts'
import { endWithParent, supervise, underSupervision } from './supervisor/supervisor.ts'
import { createLog, type Log } from './telemetry/telemetry.ts'
import { findPayOutCarriers } from './withdrawals/withdrawals.ts'
import type { CrashPoint } from './world/world.ts'

/** Longer than any request may take, so that what was accepted is answered. */
const drainMs = 22_000

try {
  const config = readConfig(process.env)
  if (config.processes > 1 && cluster.isPrimary) await supervise(config.processes, logOf(config))
  else await start(config)
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  console.error(`Malipo cannot start: ${error.message}`)
  process.exitCode = 1
  // The line to its supervisor would keep it alive.
  if (cluster.isWorker) process.exit()
}

function logOf({ logLevel, mode }: Config): Log {
  return createLog({ level: logLevel, human: mode === 'development' && process.stdout.isTTY })
}

async function start(config: Config): Promise<void> {
  const log = logOf(config)
  const dashboard = openDashboard(config.mode, (err) => log.error({ err }, 'the dashboard could not be made'))
  // Made while the database starts, so that it is there for the first who comes. The log tells if it could not be, and so does the page.
  if (config.role !== 'worker') dashboard.files().catch(() => {})
  const installation = await openInstallation(config, {
    applicationName: 'malipo',
    log: (line) => log.info(line),
  })
  const world = config.crashAt
    ? { ...installation.world, crashPoint: dieAt(config.crashAt) }
    : installation.world
  const tracing = await openTracing(config, { clock: world.clock, log, version })
  const parts = assembleParts(config, world, log, { pools: installation.pools, tracing })
  const giveUp = async (error: unknown): Promise<never> => {
    await installation.close()
    throw error
  }
  await refuseStranded(parts).catch(giveUp)
  await installation.pools.replica?.examine((line) => log.warn(line)).catch(giveUp)
  const hands = createHands()
  const gateways = await openGateways(config, world.clock, log, hands).catch(giveUp)
  const server = await createApp(parts, undefined, {
    gateways: () => [...(gateways?.byName.values() ?? [])],
    hands,
    dashboard,
  })
  const chores = startChores(parts)
  const stop = once(async (reason: string, isReplaced = false) => {
    log.info(`stopping: ${reason}`)
    // Nobody is led any more to whom another has replaced.
    if (config.role !== 'worker' && !isReplaced) await leave(server.gate, config.leavesForMs, log)
    await server.gate.closeAndWait(drainMs)
    await Promise.allSettled(parts.sendings)
    await Promise.all(chores.map((chore) => chore.stop()))
    await parts.exchanges.written()
    await parts.requests.written()
    await gateways?.close()
    await parts.outbound.close()
    // Everybody inside was answered; a connection that never asked anything would be waited for.
    server.app.server.closeAllConnections()
    await server.app.close()
    await installation.close()
    await tracing?.close()
    log.info('stopped')
    process.exit(0)
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // With a closed terminal there is nobody to write to, which must not keep us from stopping the database.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  if (!cluster.isWorker) endWithParent(stop)
  const supervised = underSupervision({ metrics: parts.metrics, stop, retire: () => retire(server, stop) })
  let demo: string | null = null
  try {
    // Before the door opens, so that whoever sees the service ready can use what is printed.
    demo = config.demoIsOn && supervised.tells ? await createDemo(installation.world) : null
    // Loading it later would hold up whoever is being served.
    if (config.role !== 'worker') await parts.sessions.warmUp()
    await listen(server, config)
    supervised.serving()
    if (!supervised.tells) return
    greet(config, installation, log, [whereLivePaymentsGo(config), whereThePhonesAre(config), demo ?? ''])
  } catch (error) {
    // It is told once, and whoever starts again at another port needs it.
    if (demo !== null) console.log(demo)
    await Promise.all(chores.map((chore) => chore.stop()))
    await gateways?.close()
    await parts.outbound.close()
    return await giveUp(error)
  }
}

/** Rows that are open name their provider for ever; without it nobody would ever ask about them. */
async function refuseStranded({ config, world: { sql }, registry }: Parts): Promise<void> {
  const { liveProvider } = config
  if (liveProvider !== 'none' && registry.named(liveProvider) === null)
    throw new StartRefused(
      `LIVE_PROVIDER is ${liveProvider}, which has no settings here. Give it some, or none.`,
    )
  registry.refuseMissing([...(await findCarriers(sql)), ...(await findPayOutCarriers(sql))])
}

/** As a power cut would: nothing is closed, nothing is told. */
function dieAt(wanted: CrashPoint): (point: CrashPoint) => void {
  return (point) => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL')
  }
}

/** A port may still be held by an instance that is just ending, so it is asked for a few times. */
async function listen({ app }: HttpServer, { host, port }: Config): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await app.listen({ host, port, listenTextResolver: () => `accepting requests on ${host}:${port}` })
      return
    } catch (error) {
      const inUse = (error as { code?: string }).code === 'EADDRINUSE'
      if (!inUse) throw new StartRefused(`Cannot listen on ${host}:${port}: ${(error as Error).message}.`)
      if (attempt > 20)
        throw new StartRefused(`Port ${port} is in use. Stop what uses it, or set PORT to a free one.`)
      await sleep(250)
    }
  }
}

function greet(config: Config, installation: Installation, log: Log, lines: string[]): void {
  log.info(`serving ${config.baseUrl} from ${installation.describe}`)
  if (config.mode === 'production') return
  console.log(
    `\nMalipo ${version} runs at ${config.baseUrl} (dashboard: the same address; docs: ${config.baseUrl}/docs). Stop it with Ctrl-C.`,
  )
  for (const line of lines) console.log(line)
}

function whereLivePaymentsGo({ liveProvider, gateways }: Config): string {
  const at = gateways && `http://127.0.0.1:${gateways.port}`
  if (gateways?.madeUp.includes(liveProvider))
    return `Live payments go to ${liveProvider} as it is played at ${at}/${liveProvider}, and no money moves; faults are switched at ${at}/${liveProvider}/_faults (docs/gateways.md).`
  if (liveProvider === 'none') return 'Live payments are refused: LIVE_PROVIDER is none.'
  if (liveProvider !== 'simulated')
    return `Live payments go to ${liveProvider} by your settings, with real money.`
  const beside =
    at === null ? '' : ` Gateways that speak as Selcom and ClickPesa do are at ${at} (docs/gateways.md).`
  return `Live payments go to the simulated network, and no money moves.${beside}`
}

function whereThePhonesAre({ role, baseUrl }: Config): string {
  if (role === 'worker') return 'Phones ring where requests are answered (docs/guides/sandbox.md).'
  return `Phones that ring for payments are at ${baseUrl}/simulator (docs/guides/sandbox.md).`
}

/**
 * The gateways of development, in the process that takes callbacks and shows pages: a worker has no address that anybody else knows. Where several
 * answer requests, one of them has the port, and the next takes it when that one ends.
 */
async function openGateways(
  config: Config,
  clock: Clock,
  log: Log,
  handsets: Hands,
): Promise<Gateways | null> {
  const { gateways: wished, role, baseUrl, dataDir, liveProvider } = config
  if (wished === null || role === 'worker') return null
  const { port } = wished
  const gateways = createGateways({
    port,
    serviceUrl: baseUrl,
    clock,
    handsets,
    chance: () => randomInt(2 ** 32) / 2 ** 32,
    folder: join(dataDir, 'gateways'),
    onError: (error) => log.error({ err: error }, 'the gateways could not be opened'),
  })
  const owner = await gateways.open()
  if (owner !== 'somebody_else') return gateways
  if (wished.madeUp.includes(liveProvider))
    throw new StartRefused(
      `LIVE_PROVIDER is ${liveProvider}, which is played on port ${port}, and that is in use. Stop what uses it, or set GATEWAY_PORT to a free one.`,
    )
  log.warn(`port ${port} is in use, so there are no gateways; set GATEWAY_PORT to a free one, or to off`)
  return null
}

/** Whoever leads callers here looks at `/readyz` every second or so, and leads some here until then. */
async function leave(gate: Gate, forMs: number, log: Log): Promise<void> {
  gate.leave()
  if (forMs > 0) log.info(`answering for ${forMs / 1_000} s more, and not ready`)
  await sleep(forMs)
}

/** How long those who are connected may go on before they are told to come back. */
const retireMs = 10_000

/**
 * Another process has taken our place: nobody new comes to us, and each answer from now on ends its connection, so that whoever asks again asks
 * another. Nobody is turned away.
 */
async function retire({ app }: HttpServer, stop: Stop): Promise<void> {
  const closed = Promise.withResolvers<void>()
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // A server of HTTP would also cut off whoever is silent, who may be asking at this very moment.
  Server.prototype.close.call(app.server, () => closed.resolve())
  await Promise.race([closed.promise, sleep(retireMs)])
  await stop('another process has taken our place', true)
}

type Stop = (reason: string, isReplaced?: boolean) => Promise<void>

function once(work: Stop): Stop {
  let begun: Promise<void> | undefined
  return (reason, isReplaced) => {
    begun ??= work(reason, isReplaced)
    return begun
  }
}
