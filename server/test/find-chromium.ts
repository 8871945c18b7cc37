import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A Chromium that runs. Where there is none and we are root on Debian, it is installed; else undefined. */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return (await runs(given)) ? given : undefined
  const found = await findOnPath()
  if (found !== undefined) return found
  if (process.getuid?.() !== 0 || (await locate('apt-get')) === undefined) return undefined
  console.log('Browser tests need Chromium: installing it with apt-get')
  await run('apt-get', ['update'], 120_000)
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], 300_000)
  return await findOnPath()
}

async function findOnPath(): Promise<string | undefined> {
  const candidates = await Promise.all(names.map(locate))
  for (const candidate of [...candidates, onMac]) {
    if (candidate !== undefined && (await runs(candidate))) return candidate
  }
  return undefined
}

async function locate(name: string): Promise<string | undefined> {
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

/** Some systems have a script of that name which only tells how to install it. */
async function runs(file: string): Promise<boolean> {
  return /^(Chromium|Google Chrome)/.test(await run(file, ['--version'], 15_000))
}

function run(file: string, args: string[], timeout: number): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve) => {
    execFile(file, args, { timeout, killSignal: 'SIGKILL', env, maxBuffer: 50_000_000 }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : '')
    })
  })
}
