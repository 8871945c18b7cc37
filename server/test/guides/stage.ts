import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../run-service.ts'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'

/** A service at an address that its own pages and links name. */
export async function openStage(): Promise<Service> {
  return await startService({ environment: { PORT: String(await freePort()) } })
}

export type Business = Awaited<ReturnType<typeof openBusiness>>

/** A merchant with what programs read from their environment. */
export async function openBusiness(service: Service) {
  const merchant = await newMerchant(service, { isVerified: true })
  const cookie = await sessionOf(service, merchant.ownerEmail)
  const environment = {
    MALIPO_URL: service.world.baseUrl,
    MALIPO_KEY: merchant.sandboxKey,
    MALIPO_MERCHANT: merchant.merchantId,
    MALIPO_WEBHOOK_SECRET: merchant.webhook_secret,
  }
  return {
    environment,
    ownerEmail: merchant.ownerEmail,
    secret: merchant.webhook_secret,
    /** As its owner does in the dashboard. */
    asOwner: (path: string, method: string, body: unknown) =>
      service.call(path, { method, body, cookie, headers: { 'x-environment': 'sandbox' } }),
  }
}

/** Asks again until it is so. The machine may be busy with other tests. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  for (let round = 0; round < withinMs / 200; round += 1) {
    if (await isSo()) return
    await sleep(200)
  }
  throw new Error(`It never came about that ${what}`)
}

export type Program = { url: string; printed(): string; stop(): Promise<void> }

/** Starts a program that listens, and waits until it answers. It is told its port as PORT. */
export async function startProgram(
  command: string,
  words: (port: number) => string[],
  { folder, environment }: { folder: string; environment: Record<string, string> },
): Promise<Program> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const child = spawn(command, words(port), {
    cwd: folder,
    env: { PATH, HOME, NODE_NO_WARNINGS: '1', PORT: String(port), SHOP_URL: url, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  for (let round = 0; round < 300 && child.exitCode === null; round += 1) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) return { url, printed: () => stdout, stop: () => end(child) }
    await sleep(100)
  }
  await end(child)
  throw new Error(`${command} does not answer:\n${stdout}${stderr}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
