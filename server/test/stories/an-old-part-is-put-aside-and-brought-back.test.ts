import assert from 'node:assert/strict'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { bringBack } from '../../src/archives/bring-back.ts'
import { letGo, putAside, writePart } from '../../src/archives/put-aside.ts'
import { runChecks } from '../../src/books/check-books.ts'
import type { World } from '../../src/world/world.ts'
import { openArchiveStage } from './archives/stage.ts'
import { assertBooksHold } from './money/books.ts'
import { dataOf, type Fields } from './money/shop.ts'

let s: Awaited<ReturnType<typeof openArchiveStage>>
before(async () => {
  s = await openArchiveStage()
})
after(() => s.close())

/** Dies right before the commit. */
const mortal = (world: World): World => ({
  ...world,
  vault: {
    ...world.vault,
    auditKey: () => {
      throw new Error('killed')
    },
  },
})

test('a list tells what may be put aside, and why the rest stays', async () => {
  const { oldest, second, payouts } = s.parts
  const listed = await s.list()
  assert.equal(Object.keys(listed).length, 8)
  assert.deepEqual([listed[oldest]?.stays_because, listed[payouts]?.stays_because], [null, null])
  assert.deepEqual([listed[oldest]?.steps, listed[oldest]?.from, listed[payouts]?.steps], [6, null, 3])
  assert.equal(listed[second]?.stays_because, `payment ${s.openPayment} is processing`)
  assert.match(listed.withdrawal_history_open?.stays_because ?? '', /takes what comes now/)
  assert.equal(Object.values(listed).filter(({ stays_because: why }) => /younger/.test(why ?? '')).length, 2)
})

test('a part of which something is under way stays, and nothing is written', async () => {
  const part = await s.part(s.parts.second)
  await assert.rejects(putAside(s.world, part, s.folder), /stays: payment .* is processing\.$/)
  assert.deepEqual([await s.files(), await s.away()], [[], []])
})

test('whoever is killed after writing, or before the commit, leaves the part where it was', async () => {
  const part = await s.part(s.parts.oldest)
  const before = await s.rows('collection_history')
  await writePart(s.world, part, s.folder)
  assert.deepEqual([await s.rows('collection_history'), await s.away()], [before, []])
  await assert.rejects(putAside(mortal(s.world), part, s.folder), /killed/)
  assert.deepEqual([await s.rows('collection_history'), await s.away()], [before, []])
  assert.equal((await s.files()).length, 4, 'an archive is taken away only where nothing was committed')
  await assertBooksHold(s.world)
})

test('a file that is not what was written is found before anything is let go', async () => {
  const part = await s.part(s.parts.oldest)
  const manifest = await writePart(s.world, part, s.folder)
  const file = join(s.folder, `${manifest.archive}.jsonl.gz`)
  const lines = gunzipSync(await readFile(file)).toString()
  for (const other of [lines.replace('"caller"', '"callez"'), lines.slice(lines.indexOf('\n') + 1)]) {
    assert.notEqual(other, lines)
    await writeFile(file, gzipSync(other))
    await assert.rejects(letGo(s.world, part, s.folder, manifest), /is damaged/)
  }
  assert.deepEqual(await s.away(), [])
})

test('what is added between writing and letting go keeps the part', async () => {
  const part = await s.part(s.parts.oldest)
  const manifest = await writePart(s.world, part, s.folder)
  await s.takeBack(1)
  await assert.rejects(letGo(s.world, part, s.folder, manifest), /something was added while it was written/)
  assert.equal((await s.list())[s.parts.oldest]?.steps, 7)
  await assertBooksHold(s.world)
})

test('a folder that takes nothing is named, and no part is tried after it', async () => {
  const [file, before] = [`${s.folder}-of-no-use`, await s.rows('collection_history')]
  await writeFile(file, '')
  const { shown, text, failed } = await s.command('archive put-aside', { into: file, 'older-than': '24' })
  assert.match(text ?? '', /-of-no-use does not take an archive: EEXIST.* Nothing was changed\.$/)
  assert.deepEqual([failed, (shown.stay as unknown[]).length, await s.away()], [true, 1, []])
  assert.deepEqual(await s.rows('collection_history'), before)
})

let before1: unknown[]
let before2: unknown[]

test('all that is old is put aside, and what stays is told', async () => {
  before1 = await s.rows('collection_history')
  before2 = await s.rows('withdrawal_history')
  const { shown, text } = await s.command('archive put-aside', { into: s.folder, 'older-than': '24' })
  const { put_aside: done, stay } = shown as { put_aside: { part: string; steps: number }[]; stay: unknown[] }
  assert.deepEqual(
    done.map(({ part, steps }) => [part, steps]),
    [
      [s.parts.oldest, 7],
      [s.parts.payouts, 3],
    ],
  )
  assert.match(text ?? '', /is put aside: 7 steps in /)
  assert.equal(stay.length, 2, JSON.stringify(stay))
  assert.equal((await s.away()).length, 2)
  assert.deepEqual(
    [(await s.rows('collection_history')).length, (await s.rows('withdrawal_history')).length],
    [before1.length - 7, before2.length - 3],
  )
  await assertBooksHold(s.world)
  const { text: list = '' } = await s.command('archive list')
  assert.match(
    list,
    new RegExp(`^${s.parts.oldest} .* put aside as ${s.parts.oldest}-\\d{8}-[0-9a-f]{8}$`, 'm'),
  )
  const again = putAside(s.world, await s.part(s.parts.oldest), s.folder)
  await assert.rejects(again, /is put aside already, as collection_history_to_\d+-\d{8}-[0-9a-f]{8}\.$/)
})

test('the file names nobody, and the audit log has its hash', async () => {
  const [archive] = await s.away()
  const manifest = JSON.parse(await readFile(join(s.folder, `${archive}.json`), 'utf8'))
  const lines = gunzipSync(await readFile(join(s.folder, `${archive}.jsonl.gz`))).toString()
  assert.deepEqual(
    [manifest.table, manifest.steps, lines.split('\n').length - 1],
    ['collection_history', 7, 7],
  )
  const [paid] = await s.world.sql<{ phone: string }[]>`
    select customer_phone as phone from collections where id = ${String(s.old[0]?.id)}`
  assert.ok(paid?.phone && !lines.includes(paid.phone.slice(-9)))
  assert.deepEqual(
    manifest.columns.map(({ name }: { name: string }) => name).sort(),
    Object.keys(JSON.parse(lines.split('\n')[0] ?? '')).sort(),
  )
  const [entry] = await s.world.sql<{ details: unknown }[]>`
    select details from audit_log where action = 'archive.put_aside' and details->>'archive' = ${String(archive)}`
  assert.deepEqual(entry?.details, { archive, steps: 7, sha256: manifest.sha256 })
})

test('a payment whose steps are put aside can still go back, and its books know', async () => {
  await s.takeBack(2)
  assert.equal((await s.counter.collection(s.old[2]?.id)).status, 'reversed')
  assert.deepEqual((await s.list())[s.parts.oldest]?.steps, 1)
  await assertBooksHold(s.world)
})

test('whoever reads such a payment or payout is told where its steps are', async () => {
  const { counter, old, payout, stage } = s
  const [payments, payouts] = await s.away()
  const read = async (path: string) => dataOf(await counter.dashboard(path, 'live'))
  const admin = async (path: string) => dataOf(await stage.desk.call(`/v1/admin/${path}`, 'live'))
  const replies: [Promise<Fields>, string | undefined][] = [
    [counter.collection(old[0]?.id), payments],
    [counter.collection(old[2]?.id), payments],
    [read(`/v1/merchant/collections/${old[0]?.id}/timeline`), payments],
    [admin(`collections/${old[0]?.id}`), payments],
    [admin(`collections/${old[0]?.id}/timeline`), payments],
    [counter.read(payout), payouts],
    [read(`/v1/merchant/withdrawals/${payout}/timeline`), payouts],
    [admin(`withdrawals/${payout}`), payouts],
    [admin(`withdrawals/${payout}/timeline`), payouts],
    [counter.collection(s.openPayment), undefined],
    [read(`/v1/merchant/collections/${s.openPayment}/timeline`), undefined],
  ]
  for (const [place, [reply, archive]] of replies.entries()) {
    const { history_put_aside: away } = (await reply) as {
      history_put_aside?: { at: string; archive: string }
    }
    assert.deepEqual([place, away?.archive], [place, archive])
  }
  const { history } = (await counter.collection(old[2]?.id)) as { history: Fields[] }
  assert.deepEqual(
    history.map(({ from, to }) => [from, to]),
    [['successful', 'reversed']],
  )
})

test('books find a step that is missing, and one that was made up, of what is put aside', async () => {
  const { sql } = s.world
  const broken = async (damage: string) => {
    const found: string[] = []
    const undone = sql.begin(async (tx) => {
      await tx.unsafe(`alter table collection_history disable trigger user; ${damage}`)
      for (const { holds, details } of await runChecks(tx, s.world.vault))
        if (!holds) found.push(String(details))
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    return found.join('\n')
  }
  assert.match(await broken(`delete from ${s.parts.oldest}`), /has 7 steps and 0 came since, of 8/)
  assert.match(
    await broken(`update ${s.parts.oldest} set to_status = 'failed'`),
    /which is put aside, is not its last/,
  )
  assert.match(await broken('delete from archived_parts'), /collection .* has 0 steps that end at nothing/)
})

test('a damaged archive does not come back, nor one of other columns, nor one that is not there', async () => {
  const part = await s.part(s.parts.oldest)
  const [archive] = await s.away()
  const { damaged } = s
  const file = join(damaged, `${archive}.jsonl.gz`)
  const record = join(damaged, `${archive}.json`)
  const whole = gunzipSync(await readFile(join(s.folder, `${archive}.jsonl.gz`))).toString()
  const manifest = JSON.parse(await readFile(join(s.folder, `${archive}.json`), 'utf8'))
  const before = await s.rows('collection_history')
  const plants: [() => Promise<void>, RegExp][] = [
    [() => truncate(file, 200), /is damaged/],
    [() => writeFile(file, gzipSync(whole.replace('successful', 'failed'))), /is damaged/],
    [() => writeFile(file, gzipSync(whole.slice(0, whole.lastIndexOf('{')))), /is damaged/],
    [() => writeFile(file, gzipSync(whole.slice(0, -10))), /is damaged/],
    [() => writeFile(record, '{'), /is damaged/],
    [() => writeFile(record, '{}'), /is damaged/],
    [() => rm(record), /not both of its files: ENOENT.*\.json'/],
    [() => rm(file), /not both of its files: ENOENT.*\.jsonl\.gz'/],
    [
      () =>
        writeFile(
          record,
          JSON.stringify({ ...manifest, columns: [...manifest.columns, { name: 'mood', type: 'text' }] }),
        ),
      /collection_history has changed since: mood/,
    ],
    [
      () => writeFile(record, JSON.stringify({ ...manifest, columns: manifest.columns.slice(0, 3) })),
      /collection_history has changed since: /,
    ],
  ]
  for (const [plant, told] of plants) {
    await cp(s.folder, damaged, { recursive: true })
    await plant()
    await assert.rejects(bringBack(s.world, part, damaged), told)
  }
  await assert.rejects(bringBack(s.world, part, join(s.folder, 'elsewhere')), /There is no archive/)
  await assert.rejects(bringBack(mortal(s.world), part, s.folder), /killed/)
  assert.deepEqual(await s.rows('collection_history'), before)
  assert.equal((await s.away()).length, 2)
})

test('a part comes back with every row as it was, and with what came since', async () => {
  const { oldest, payouts } = s.parts
  for (const part of [oldest, payouts]) {
    const { text } = await s.command('archive bring-back', { from: s.folder, part })
    assert.match(text ?? '', / is back with \d steps; /)
  }
  const now = await s.rows('collection_history')
  assert.deepEqual(
    before1.filter((row) => !now.includes(row)),
    [],
  )
  assert.equal(now.length, before1.length + 1)
  assert.deepEqual(await s.rows('withdrawal_history'), before2)
  assert.deepEqual(await s.away(), [])
  assert.equal((await s.counter.collection(s.old[0]?.id)).history_put_aside, undefined)
  await assertBooksHold(s.world)
  await assert.rejects(bringBack(s.world, await s.part(oldest), s.folder), /is not put aside/)
  await assert.rejects(s.world.sql.unsafe(`delete from ${oldest}`), /append-only/)
  const [left] = await s.world.sql<{ checks: number }[]>`
    select count(*)::int as checks from pg_constraint where conname = 'archive_bounds'`
  assert.equal(left?.checks, 0)
})

test('and is put aside once more', async () => {
  const { steps } = await putAside(s.world, await s.part(s.parts.oldest), s.folder)
  assert.equal(steps, 8)
  await assertBooksHold(s.world)
  await bringBack(s.world, await s.part(s.parts.oldest), s.folder)
  await assertBooksHold(s.world)
})
