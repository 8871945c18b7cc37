import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Where a program is on the path. */
export async function locate(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (executable) return file
  }
  return undefined
}

/** Installs a package where we are root on Debian; elsewhere nothing happens. */
export async function install(name: string, why: string): Promise<void> {
  if (process.getuid?.() !== 0 || (await locate('apt-get')) === undefined) return
  console.log(`${why}: installing it with apt-get`)
  await run('apt-get', ['update'], 120_000)
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], 300_000)
}

/** What a program printed, or nothing if it failed. */
export function run(file: string, args: string[], timeout: number): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve) => {
    execFile(file, args, { timeout, killSignal: 'SIGKILL', env, maxBuffer: 50_000_000 }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : '')
    })
  })
}
