import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import type { Log } from '../telemetry/telemetry.ts'
import type { FromProcess, FromSupervisor, Shown } from './messages.ts'

/** The last one is repeated for as long as it takes. */
const restartDelaysMs = [0, 100, 500, 1_000, 2_000, 5_000]

/** Whoever lived so long does not fall over at every start. */
const steadyMs = 60_000

/** Longer than a process may take to end by itself. */
const endsWithinMs = 60_000

/** How long the figures of one process are waited for. */
const figuresWithinMs = 3_000

/**
 * Several processes that answer at one port. This one holds the port and hands connections out in turn; it opens no database and
 * serves nobody, so that there is next to nothing in it that could fail. Who ends is started again; on SIGUSR2 each is replaced by a new one, one
 * after the other, and nobody who asks meanwhile is turned away.
 */
export async function supervise(processes: number, log: Log): Promise<void> {
  const places = new Set<Worker>()
  /** Those of them that are up. */
  const serving = new Set<Worker>()
  let isStopping = false
  let failures = 0

  function begin(isFirst: boolean): Promise<Worker | null> {
    const worker = cluster.fork({ MALIPO_PLACE: isFirst ? 'first' : 'another' })
    const bornMs = performance.now()
    places.add(worker)
    let isServing = false
    const served = Promise.withResolvers<Worker | null>()
    worker.on('message', (message: FromProcess) => {
      if (message === 'serving') {
        isServing = true
        serving.add(worker)
        log.info(`process ${worker.process.pid} answers, with ${serving.size - 1} others`)
        served.resolve(worker)
      } else if (message === 'figures wanted') void sendFigures(worker)
    })
    worker.once('exit', (code, signal) => {
      places.delete(worker)
      serving.delete(worker)
      served.resolve(null)
      // Whoever could not start has said why, and none of the others could.
      if (isFirst && !isServing && !isStopping) process.exit(code ?? 1)
      if (isStopping || worker.exitedAfterDisconnect) return
      log.error(`process ${worker.process.pid} ended with ${signal ?? code}; another takes its place`)
      failures = performance.now() - bornMs > steadyMs ? 0 : failures + 1
      void sleep(restartDelaysMs[Math.min(failures, restartDelaysMs.length) - 1] ?? 0).then(() => {
        if (!isStopping) void begin(false)
      })
    })
    return served.promise
  }

  async function sendFigures(asker: Worker): Promise<void> {
    const shown = await Promise.all([...places].map(figuresOf))
    const known = shown.filter((one) => one !== null)
    const text = await Promise.try(() => AggregatorRegistry.aggregate(known as object[]).metrics()).catch(
      (err) => {
        log.error({ err }, 'the figures of the processes could not be put together')
        return ''
      },
    )
    send(asker, { figures: text })
  }

  async function stop(reason: string): Promise<void> {
    if (isStopping) return
    isStopping = true
    log.info(`stopping all processes: ${reason}`)
    await Promise.all([...places].map((worker) => end(worker, 'stop')))
    process.exit(0)
  }

  /** One at a time, each new one before the old one goes: there is never less than there was. */
  let replacing = Promise.resolve()
  async function replaceAll(): Promise<void> {
    for (const old of [...places]) {
      if (isStopping || !places.has(old)) continue
      const fresh = await begin(false)
      if (fresh === null) return log.error('a new process did not start; the old ones go on')
      await end(old, 'retire')
    }
    log.info('every process was replaced')
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  process.on('SIGUSR2', () => {
    replacing = replacing.then(replaceAll)
  })
  endWithParent(stop)
  // Alone at first: it makes the database, brings it up to date, and says so once.
  if ((await begin(true)) === null) return
  for (let place = 2; place <= processes; place += 1) void begin(false)
}

/** Null where it does not answer in time: the others' are worth having without. */
function figuresOf(worker: Worker): Promise<Shown | null> {
  return new Promise((resolve) => {
    const give = (shown: Shown | null) => {
      clearTimeout(patience)
      worker.off('message', hear)
      resolve(shown)
    }
    const hear = (message: FromProcess) => {
      if (typeof message === 'object') give(message.shown)
    }
    const patience = setTimeout(give, figuresWithinMs, null)
    worker.on('message', hear)
    send(worker, 'figures?')
  })
}

function send(worker: Worker, message: FromSupervisor): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** Told to go, and ended if it does not. */
async function end(worker: Worker, how: 'stop' | 'retire'): Promise<void> {
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  if (worker.isDead()) return
  worker.exitedAfterDisconnect = true
  send(worker, how)
  const patience = setTimeout(() => worker.process.kill('SIGKILL'), endsWithinMs)
  await gone
  clearTimeout(patience)
}

/** Killing npm with -9 leaves us without a parent and with its port. Then we end too, as the caller meant. */
export function endWithParent(stop: (reason: string) => Promise<void>): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    void stop('the process that started us is gone')
  }, 200)
  watch.unref()
}
