import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { freePort, type RunningService, runService, startProcess } from '../run-service.ts'
import { type Reply, testSecret } from '../service.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type PlantedRepository, plantRepository } from './plant-repository.ts'

/** A build waits in it until it is let go, and leaves a file that tells of it. */
const slowStep = (folder: string) => `{
      name: 'slow-step',
      async buildStart() {
        const { existsSync, writeFileSync } = await import('node:fs')
        writeFileSync(${JSON.stringify(folder)} + '/waiting-' + process.pid, '')
        while (!existsSync(${JSON.stringify(join(folder, 'go'))})) await new Promise((done) => setTimeout(done, 50))
      },
    },
    listModules(),`

/** A page that is made in a moment: what is asked is who makes it, not what of. */
const smallPage = () => "document.title = 'A small dashboard'\n"

let repository: PlantedRepository
let database: TestDatabase
const running: RunningService[] = []

describe('the dashboard is there when it is wanted', () => {
  before(async () => {
    repository = await plantRepository()
    database = await createTestDatabase({ durable: true })
  })

  afterEach(async () => {
    for (const service of running.splice(0)) await end(service)
    await takeMarksAway()
    await repository.restore()
  })

  after(async () => {
    await database.drop()
    await repository.remove()
  })

  test('the first start answers programs before it is made, and people once it is; the second makes nothing', async () => {
    await repository.change('dashboard/vite.config.ts', (text) =>
      text.replace('listModules(),', slowStep(repository.path)),
    )
    const first = await start()
    await buildsWaiting(1)
    let isShown = false
    const page = openPage(first).then((answer) => {
      isShown = true
      return answer
    })
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
    await answersPrograms(first)
    assert.deepEqual([isShown, existsSync(join(repository.path, 'dashboard/dist/current'))], [false, false])
    await letBuildsGo()
    await showsDashboard(await page, first)
    await end(first)
    await takeMarksAway()
    const second = await start()
    await showsDashboard(await openPage(second), second)
    assert.deepEqual(await waiting(), [], 'nothing was made again')
  })

  test('production serves what was made, packed and to be kept for ever, where there is nothing to make it with', async () => {
    await build()
    await repository.withdrawPackages(['vite', '@vitejs', 'rolldown', '@rolldown', 'react', 'react-dom'])
    const service = await start({ inProduction: true })
    const page = await fetch(service.url)
    const addresses = await showsDashboard(page, service)
    for (const address of addresses) {
      const plain = await asPacked(service.url + address, 'identity')
      assert.match(address, /^\/assets\/[\w.-]+-[\w-]{8}\.(js|css)$/)
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      const brotli = await asPacked(service.url + address, 'br')
      const gzip = await asPacked(service.url + address, 'gzip')
      assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes), address)
      assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes), address)
    }
    assert.equal(page.headers.get('cache-control'), 'no-cache')
  })

  test('production where nothing was made says how to make it, once in its log, and shows it as soon as it is there', async () => {
    await repository.change('dashboard/src/main.tsx', smallPage)
    const service = await start({ inProduction: true })
    for (const [language, says] of [
      ['en', /could not be made/],
      ['sw', /haikuweza kutengenezwa/],
    ] as const) {
      const page = await fetch(service.url, { headers: { 'accept-language': language } })
      const text = await page.text()
      assert.equal(page.status, 503)
      assert.match(text, says)
      assert.match(text, /<code>npm run build<\/code>/)
      assert.ok(!text.includes(repository.path), 'nobody is told where it stands')
    }
    await answersPrograms(service)
    assert.equal(timesSaid(service), 1, service.output())
    await build()
    await showsDashboard(await openPage(service), service)
  })

  test('a service that stops makes nothing any more; of two that start at once neither spoils what the other made', async () => {
    await repository.change('dashboard/src/main.tsx', smallPage)
    await repository.change('dashboard/vite.config.ts', (text) =>
      text.replace('listModules(),', slowStep(repository.path)),
    )
    const stopped = await start()
    await buildsWaiting(1)
    await end(stopped)
    await buildsWaiting(0)
    const both = await Promise.all([start(), start()])
    await buildsWaiting(2)
    await letBuildsGo()
    const shown = await Promise.all(
      both.map(async (service) => await showsDashboard(await openPage(service), service)),
    )
    assert.deepEqual(shown[0], shown[1])
    const made = await readdir(join(repository.path, 'dashboard', 'dist'))
    assert.deepEqual(
      made.map((name) => name.replace(/^[0-9a-f]{16}$/, 'a build')).sort(),
      ['a build', 'current'],
      'nothing is left lying about',
    )
  })

  test('of broken sources the page and the log say what is wrong, programs are answered, and mending is enough', async () => {
    await repository.change('dashboard/src/main.tsx', (text) =>
      text.replace('createRoot(place)', 'createRoot(('),
    )
    const service = await start()
    for (let times = 0; times < 3; times += 1) {
      const page = await fetch(service.url, { headers: { 'accept-language': 'en' } })
      const text = await page.text()
      assert.equal(page.status, 503)
      assert.match(text, /<pre>.*main\.tsx.*<\/pre>/s)
      assert.ok(!text.includes('\u001b'), 'colours are for terminals')
    }
    await answersPrograms(service)
    assert.equal(timesSaid(service), 1, service.output())
    assert.match(service.output(), /main\.tsx/)
    await repository.change('dashboard/src/main.tsx', smallPage)
    await showsDashboard(await openPage(service), service)
  })
})

async function start({ inProduction = false } = {}): Promise<RunningService> {
  const ofProduction = { MALIPO_SECRET: testSecret, BASE_URL: 'https://malipo.test', RATE_LIMIT: 'on' }
  const service = await runService({
    port: await freePort(),
    folder: repository.path,
    command: ['npm', 'run', '--silent', inProduction ? 'serve' : 'start'],
    environment: {
      DATABASE_URL: database.url,
      // As somebody has it who set it for other programs; what is made is for production all the same.
      NODE_ENV: 'development',
      LIVE_PROVIDER: 'none',
      DEMO: 'off',
      MALIPO_SECRET: testSecret,
      ...(inProduction && ofProduction),
    },
  })
  running.push(service)
  return service
}

async function end(service: RunningService): Promise<void> {
  service.child.kill('SIGTERM')
  await service.exit
}

async function build(): Promise<void> {
  const building = startProcess({ folder: repository.path, command: ['npm', 'run', '--silent', 'build'] })
  assert.equal((await building.exit).code, 0, building.output())
}

async function answersPrograms({ url }: RunningService): Promise<void> {
  const answer = await fetch(`${url}/v1/me`)
  assert.deepEqual(
    [answer.status, ((await answer.json()) as Reply['body']).error.code],
    [401, 'unauthenticated'],
  )
}

/** As a browser does: a page that is to look again looks again. */
async function openPage({ url }: RunningService): Promise<Response> {
  for (;;) {
    const answer = await fetch(url)
    if (!answer.headers.has('refresh')) return answer
    await sleep(100)
  }
}

/** The page, and each file that it names; their addresses. */
async function showsDashboard(page: Response, { url }: RunningService): Promise<string[]> {
  const text = await page.text()
  assert.equal(page.status, 200, text)
  const addresses = Array.from(
    text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g),
    ([, at]) => at ?? '',
  )
  assert.ok(addresses.length > 0, text)
  for (const address of addresses) {
    const file = await fetch(url + address)
    const content = await file.text()
    assert.equal(file.status, 200, address)
    assert.ok(
      !content.includes('should have a unique "key" prop'),
      'made for people, not for those who look for bugs',
    )
  }
  return addresses.sort()
}

async function asPacked(address: string, encoding: string): Promise<{ headers: Headers; bytes: Buffer }> {
  return await new Promise((resolve, reject) => {
    const asking = request(address, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        assert.equal(answer.headers['content-encoding'] ?? 'identity', encoding)
        resolve({
          headers: new Headers(answer.headers as Record<string, string>),
          bytes: Buffer.concat(chunks),
        })
      })
    })
    asking.on('error', reject).end()
  })
}

/** The marks of builds that wait or have waited. */
async function waiting(): Promise<string[]> {
  return (await readdir(repository.path)).filter((name) => name.startsWith('waiting-'))
}

/** So many builds wait now, and each is of a service that still runs. */
async function buildsWaiting(count: number): Promise<void> {
  const areAlive = async () => (await waiting()).filter((name) => isAlive(Number(name.split('-')[1])))
  while ((await areAlive()).length !== count) await sleep(50)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function letBuildsGo(): Promise<void> {
  await writeFile(join(repository.path, 'go'), '')
}

async function takeMarksAway(): Promise<void> {
  for (const name of ['go', ...(await waiting())]) await rm(join(repository.path, name), { force: true })
}

function timesSaid(service: RunningService): number {
  return service.output().split('the dashboard could not be made').length - 1
}
