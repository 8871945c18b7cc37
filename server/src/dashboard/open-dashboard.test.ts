import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { serveDashboard } from './dashboard.ts'
import { BrokenSources } from './make-dashboard.ts'
import { dashboardMadeBy } from './open-dashboard.ts'

const baseUrl = 'https://malipo.test'

async function madeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'malipo-dashboard-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>the page')
  await writeFile(join(folder, 'assets', 'a-1.js'), 'let a')
  await writeFile(join(folder, 'assets', 'a-1.js.gz'), gzipSync('let a'))
  return folder
}

test('every address of a screen is the one page, files are kept for ever, and nothing else of the folder is shown', async () => {
  const folder = await madeFolder()
  const app = fastify()
  await serveDashboard(app, { baseUrl, dashboard: dashboardMadeBy(async () => folder, assert.fail) })
  for (const url of [
    '/',
    '/invitations/x',
    '/m/1/live/payments?status=failed',
    '/admin',
    '/admin/live/queue',
  ]) {
    const page = await app.inject(url)
    assert.deepEqual([page.statusCode, page.body], [200, '<!doctype html>the page'], url)
    assert.equal(page.headers['cache-control'], 'no-cache')
    assert.doesNotMatch(
      String(page.headers['content-security-policy']),
      /script-src[^;]*unsafe|style-src [^;]*unsafe/,
    )
    const again = await app.inject({ url, headers: { 'if-none-match': String(page.headers.etag) } })
    assert.equal(again.statusCode, 304)
  }
  const file = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip, br' } })
  assert.match(String(file.headers['cache-control']), /immutable/)
  assert.equal(gunzipSync(file.rawPayload).toString(), 'let a')
  for (const url of ['/assets/a-2.js', '/assets/..%2findex.html', '/assets/a-1.js.gz'])
    assert.match((await app.inject(url)).body, /not_found|is not there|Refusal|no such/i, url)
  await rm(folder, { recursive: true })
})

test('what could not be made is said once for each reason, and tried again for the next who comes', async () => {
  const folder = await madeFolder()
  const faults = [new Error('no tools'), new Error('no tools'), new BrokenSources('main.tsx <is> broken')]
  const told: string[] = []
  const dashboard = dashboardMadeBy(
    async () => {
      const fault = faults.shift()
      if (fault) throw fault
      return folder
    },
    ({ message }) => told.push(message),
  )
  const app = fastify()
  await serveDashboard(app, { baseUrl, dashboard })
  const open = () => app.inject({ url: '/', headers: { 'accept-language': 'en' } })
  const first = await open()
  assert.equal(first.statusCode, 503)
  assert.match(first.body, /npm run build/)
  assert.doesNotMatch(first.body, /no tools/, 'only what is wrong with the sources is for everybody to see')
  assert.match((await app.inject('/assets/a-1.js')).body, /not_found|is not there|Refusal|no such/i)
  assert.match((await open()).body, /main\.tsx &lt;is&gt; broken/)
  assert.deepEqual(told, ['no tools', 'main.tsx <is> broken'])
  assert.equal((await open()).statusCode, 200)
  await rm(folder, { recursive: true })
})

test('while it is being made people see that, and their page looks again', async () => {
  const folder = await madeFolder()
  const { promise, resolve } = Promise.withResolvers<string>()
  const app = fastify()
  const dashboard = dashboardMadeBy(() => promise, assert.fail)
  await serveDashboard(app, { baseUrl, dashboard, patienceMs: 20 })
  const early = await app.inject({ url: '/m/1/live', headers: { 'accept-language': 'sw' } })
  assert.deepEqual([early.statusCode, early.headers.refresh], [503, '1'])
  assert.match(early.body, /Dashibodi inatengenezwa/)
  resolve(folder)
  await dashboard.files()
  const later = await app.inject('/m/1/live')
  assert.deepEqual([later.statusCode, later.headers.refresh], [200, undefined])
  await rm(folder, { recursive: true })
})
