import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { socketOfUrl } from '../src/database/database-url.ts'
import { choosePostgresAccount } from '../src/database/embedded/postgres-account.ts'
import { chooseRunAs } from '../src/database/embedded/run-as.ts'
import { plainEnvironment } from '../src/database/embedded/run-program.ts'
import { install, locate, run } from './debian-program.ts'
import { freePort, temporaryFolder } from './run-service.ts'
import { until } from './test-clusters.ts'

export type Pgbouncer = { path: string; version: number }

/** PgBouncer, whose version 1.18 is 118. Where there is none and we are root on Debian, it is installed; else undefined. */
export async function findPgbouncer(): Promise<Pgbouncer | undefined> {
  const given = process.env.PGBOUNCER_PATH
  if (given !== undefined) return await examine(given)
  const found = (await locate('pgbouncer')) ?? '/usr/sbin/pgbouncer'
  const running = await examine(found)
  if (running !== undefined) return running
  await install('pgbouncer', 'Tests of the pooler need PgBouncer')
  return await examine(found)
}

async function examine(path: string): Promise<Pgbouncer | undefined> {
  const told = /^PgBouncer (\d+)\.(\d+)/m.exec(await run(path, ['--version'], 15_000))
  return told === null ? undefined : { path, version: Number(told[1]) * 100 + Number(told[2]) }
}

/** From this version on names of prepared statements can be kept. */
export const keepsNamesFrom = 121

export type PoolMode = 'session' | 'transaction' | 'statement'
export type RunningPgbouncer = { url(database: string): string; stop(): Promise<void> }

/** In front of the server that a socket's URL leads to, with as few sessions as make callers share them. */
export async function startPgbouncer(
  { path, version }: Pgbouncer,
  wishes: { serverUrl: string; mode: PoolMode; preparedStatements?: number; poolSize?: number },
): Promise<RunningPgbouncer> {
  const server = socketOfUrl(wishes.serverUrl)
  if (server === undefined) throw new Error('The server of a test is reached through its socket')
  const home = await temporaryFolder()
  const port = await freePort()
  const names =
    version >= keepsNamesFrom ? [`max_prepared_statements = ${wishes.preparedStatements ?? 0}`] : []
  const settings = [
    '[databases]',
    `* = host='${server.folder}' port=${server.port} user=${server.user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${wishes.mode}`,
    `default_pool_size = ${wishes.poolSize ?? 3}`,
    ...names,
  ]
  const file = join(home.path, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`)
  const account = await choosePostgresAccount(home.path)
  const program = (await chooseRunAs(account, path, [home.path, server.folder]))(path, [file])
  const child = spawn(program.file, program.args, { ...program, cwd: '/', env: plainEnvironment })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  let ended = false
  const exit = once(child, 'exit').then(() => {
    ended = true
  })
  await until(async () => {
    if (ended) throw new Error(`PgBouncer ended at its start:\n${said}`)
    return await listens(port)
  })
  return {
    url: (database) => `postgres://${server.user}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGKILL')
      await exit
      await home.remove()
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
