import { install, locate, run } from './debian-program.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A Chromium that runs. Where there is none and we are root on Debian, it is installed; else undefined. */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined) return (await runs(given)) ? given : undefined
  const found = await findOnPath()
  if (found !== undefined) return found
  await install('chromium', 'Browser tests need Chromium')
  return await findOnPath()
}

async function findOnPath(): Promise<string | undefined> {
  const candidates = await Promise.all(names.map(locate))
  for (const candidate of [...candidates, onMac]) {
    if (candidate !== undefined && (await runs(candidate))) return candidate
  }
  return undefined
}

/** Some systems have a script of that name which only tells how to install it. */
async function runs(file: string): Promise<boolean> {
  return /^(Chromium|Google Chrome)/.test(await run(file, ['--version'], 15_000))
}
