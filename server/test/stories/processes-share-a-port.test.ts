import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type RunningService, runService, startProcess } from '../run-service.ts'
import { until } from '../test-clusters.ts'

let folder: string
let service: RunningService
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malipo-processes-'))
  const environment = { DATA_DIR: folder, PROCESSES: '2', LEAVING_SECONDS: '1' }
  service = await runService({ port: await freePort(), environment })
})
after(async () => {
  service.child.kill('SIGTERM')
  await service.exit
  await rm(folder, { recursive: true, force: true })
})

/** Those that serve: the children of the one that was started which are programs of ours, and not the database. */
async function servants(): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === service.child.pid && line.includes('main.ts') ? [Number(name)] : []
    }),
  )
  return found.flat().sort((a, b) => a - b)
}

/** How often somebody said that it answers beside another. */
function timesWithAnother(): number {
  return service.output().match(/answers, with 1 others/g)?.length ?? 0
}

/** How often somebody went on answering until whoever leads callers here has noticed. */
function timesLeaving(): number {
  return service.output().match(/answering for 1 s more/g)?.length ?? 0
}

async function countOfHealth(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const line = text.split('\n').find((one) => /_count\{[^}]*route="\/healthz"/.test(one)) ?? ' 0'
  return Number(line.split(' ').at(-1))
}

/** Asks again and again over connections that stay open, and tells how it went. */
function keepAsking() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const answers = new Map<string, number>()
  let isOver = false
  const ask = () =>
    new Promise<string>((resolve) => {
      http
        .get(`${service.url}/openapi.json`, { agent }, (response) => {
          response.resume().once('end', () => resolve(String(response.statusCode)))
        })
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    })
  const asking = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const answer = await ask()
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await sleep(5)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(asking)
    agent.destroy()
    return Object.fromEntries(answers)
  }
}

test('two processes answer at one port, and tell their figures as one', async () => {
  await until(() => timesWithAnother() === 1)
  assert.equal((await servants()).length, 2)
  const before = await countOfHealth()
  for (let time = 1; time <= 20; time += 1)
    await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } })
  assert.equal((await countOfHealth()) - before, 20)
  assert.equal(service.output().match(/Malipo .* runs at/g)?.length, 1)
})

test('who dies is replaced, and the others go on', async () => {
  const [first = 0, second = 0] = await servants()
  process.kill(first, 'SIGKILL')
  await until(async () => {
    const now = await servants()
    return now.length === 2 && !now.includes(first) && now.includes(second)
  })
  // The other one, for the new one has yet to start.
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  await until(() => timesWithAnother() === 2)
})

test('all are replaced, one after the other, while nobody is turned away', async () => {
  const old = await servants()
  const isReplaced = () => service.output().includes('every process was replaced')
  const stopAsking = keepAsking()
  service.child.kill('SIGUSR2')
  // Each may take ten seconds to retire, and as long to start.
  for (let waitedMs = 0; waitedMs < 100_000 && !isReplaced(); waitedMs += 100) await sleep(100)
  const answers = await stopAsking()
  assert.deepEqual(Object.keys(answers), ['200'], JSON.stringify(answers))
  const now = await servants()
  assert.deepEqual([now.length, now.filter((pid) => old.includes(pid))], [2, []])
  assert.equal(timesLeaving(), 0, 'who is replaced waits for nobody to notice')
})

test('what cannot start is told once, and ends', async () => {
  // The port is held by the service.
  const environment = { DATA_DIR: folder, PORT: new URL(service.url).port, PROCESSES: '2' }
  const refused = startProcess({ environment })
  assert.equal((await refused.exit).code, 1)
  assert.equal(refused.output().match(/Malipo cannot start: Port/g)?.length, 1, refused.output())
})

test('told to stop, all of them end', async () => {
  const pids = await servants()
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
  for (const pid of pids) assert.throws(() => process.kill(pid, 0), /ESRCH/)
  assert.equal(timesLeaving(), 2)
})
