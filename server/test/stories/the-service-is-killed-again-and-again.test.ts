import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { freePort, malipo, runService, temporaryFolder } from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let port: number
before(async () => {
  folder = await temporaryFolder()
  port = await freePort()
})
after(() => folder.remove())

const start = (command?: string[]) =>
  runService({ port, environment: { DATA_DIR: folder.path }, ...(command && { command }) })

const kills = howMuch({ test: 3, proveShort: 8, prove: 20 })

test(`kill -9 and start again, ${kills} times: nothing to clean up, nothing acknowledged is lost`, async (context) => {
  tellProof(context, `${kills} kills of the service`)
  const acknowledged: string[] = []
  let key = ''
  for (let round = 1; round <= kills; round += 1) {
    const service = await start()
    key ||= /mlp_sandbox_\w+/.exec(service.output())?.[0] ?? ''
    const created = await request(`${service.url}/v1/customers`, { key, body: { name: `Customer ${round}` } })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    acknowledged.push(String(created.body.data.id))
    service.child.kill('SIGKILL')
    assert.equal((await service.exit).signal, 'SIGKILL')
  }
  const service = await start()
  const list = await request(`${service.url}/v1/customers?page_size=100`, { key })
  const found = (list.body.data.items as { id: string }[]).map(({ id }) => id)
  assert.deepEqual(found.reverse(), acknowledged)
  const books = await malipo(['check-books', '--json'], { DATA_DIR: folder.path })
  assert.equal(books.code, 0, books.output)
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
})

test('closing the terminal ends the service and its database', async () => {
  const service = await start()
  const postmaster = Number(
    (await readFile(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  service.child.stdout?.destroy()
  service.child.stderr?.destroy()
  service.child.kill('SIGHUP')
  assert.deepEqual(await service.exit, { code: 0, signal: null })
  assert.throws(() => process.kill(postmaster, 0), /ESRCH/)
})

test('killing npm with -9 does not leave its service behind on the port', async () => {
  const first = await start(['npm', 'start'])
  first.child.kill('SIGKILL')
  const second = await start(['npm', 'start'])
  // The first may still answer for a moment; the second says so when the port is its own.
  await until(() => /Malipo .* runs at/.test(second.output()))
  second.child.kill('SIGTERM')
  await second.exit
})
