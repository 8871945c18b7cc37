import assert from 'node:assert/strict'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { archiveCommands } from '../../src/archives/archives.ts'
import { bringBack } from '../../src/archives/bring-back.ts'
import { letGo, putAside, writePart } from '../../src/archives/put-aside.ts'
import { openArchiveStage } from './archives/stage.ts'
import { waitForTurn } from './archives/wait-for-turn.ts'
import { assertBooksHold } from './money/books.ts'

type Left = { archive: string; files: string[]; stays_because: string | null }

let s: Awaited<ReturnType<typeof openArchiveStage>>
before(async () => {
  s = await openArchiveStage()
})
after(() => s.close())

async function left(command: 'archive list' | 'archive clear'): Promise<[string, string | null][]> {
  const { shown } = await s.command(command, { in: s.folder })
  return (shown.left as Left[]).map(({ archive, stays_because: because }) => [archive, because])
}

const begun = (name: string) => writeFile(join(s.folder, name), 'half of it')
const halves = [1, 2].map((place) => `collection_history_to_20230101-20260101-0000000${place}`)

test('what a killed put-aside left is told and cleared, and nothing that anybody put aside', async () => {
  const part = await s.part(s.parts.oldest)
  const { archive: unneeded } = await writePart(s.world, part, s.folder)
  await begun(`${halves[0]}.jsonl.gz.unfinished`)
  await begun(`${halves[1]}.jsonl.gz`)
  await begun(`${halves[1]}.json.unfinished`)
  const others = ['notes.json', 'collection_history_to_20230101.jsonl.gz', 'folder.json']
  for (const name of others.slice(0, 2)) await begun(name)
  await mkdir(join(s.folder, 'folder.json'))
  const { archive } = await putAside(s.world, part, s.folder)
  const { archive: back } = await putAside(s.world, await s.part(s.parts.payouts), s.folder)
  await bringBack(s.world, await s.part(s.parts.payouts), s.folder)
  const [all, told] = [await s.files(), [...halves, unneeded].map((name) => [name, null])]
  assert.deepEqual([await left('archive list'), await s.files()], [told, all])
  const { text = '' } = await s.command('archive list', { in: s.folder })
  assert.match(text, new RegExp(`^${halves[1]}  2 files  0\\.0 MB  nobody needs it: archive clear$`, 'm'))
  assert.deepEqual(await left('archive clear'), told)
  const kept = [archive, back].flatMap((name) => [`${name}.json`, `${name}.jsonl.gz`])
  assert.deepEqual((await s.files()).sort(), [...others, ...kept].sort())
  assert.equal((await s.command('archive clear', { in: s.folder })).text, 'Nothing is left there.')
  await bringBack(s.world, part, s.folder)
  await assertBooksHold(s.world)
})

test('what somebody may be writing stays, and what another database may need', async () => {
  const part = await s.part(s.parts.oldest)
  const { archive } = await writePart(s.world, part, s.folder)
  const record = join(s.folder, `${archive}.json`)
  const written = JSON.parse(await readFile(record, 'utf8'))
  const now = s.world.clock.now()
  const stays = async (because: string | null) => {
    assert.deepEqual(await left('archive list'), [[archive, because]])
    if (because === null) return
    assert.deepEqual(await left('archive clear'), [[archive, because]])
    assert.equal((await s.files()).filter((name) => name.startsWith(archive)).length, 2)
  }
  await utimes(record, now, now)
  await stays('somebody may be writing it')
  const { installation: _, ...nobodys } = written
  for (const [other, because] of [
    [JSON.stringify({ ...written, installation: s.world.newId() }), 'it is of another installation'],
    [JSON.stringify(nobodys), 'nothing says of which installation it is'],
    ['{', 'nothing says of which installation it is'],
  ] as const) {
    await writeFile(record, other)
    await stays(because)
  }
  await writeFile(record, JSON.stringify(written))
  const { sql } = s.world
  await sql`insert into restores (mark, point, noticed_at) values ('once', null, ${new Date(now.getTime() - 86_400_000)})`
  await stays('the database was restored: a backup from later may need it')
  await sql`update restores set released_at = ${now}, note = 'reconciled'`
  // Written since, but not by this database: by the one that it was restored from, which goes on, or by another copy.
  const beside = 'it may be of the database that this one was restored from, or of a copy'
  await stays(beside)
  await writeFile(record, JSON.stringify({ ...written, restored: 'another' }))
  await stays(beside)
  await writeFile(record, JSON.stringify({ ...written, restored: 'once' }))
  await stays(null)
  await sql`update restores set noticed_at = ${now}`
  await stays('the database was restored: a backup from later may need it')
  await sql`delete from restores`
  await stays(beside)
  await writeFile(record, JSON.stringify(written))
  await stays(null)
  await rm(join(s.folder, `${archive}.jsonl.gz`))
  await rm(record)
  await assert.rejects(s.command('archive list', { in: record }), /is not read: ENOENT/)
})

test('a copy that does not say that it is one cannot be told from its original, and the help of the command says so', async () => {
  const { archive } = await putAside(s.world, await s.part(s.parts.oldest), s.folder)
  const { sql } = s.world
  // A copy from before knows nothing of it.
  await sql`update archived_parts set archive = 'unknown' where archive = ${archive}`
  assert.deepEqual(await left('archive list'), [[archive, null]])
  assert.match(String(archiveCommands['archive clear']?.purpose), /never from a copy of the database/)
  await sql`update archived_parts set archive = ${archive} where archive = 'unknown'`
  assert.deepEqual(await left('archive list'), [])
  await bringBack(s.world, await s.part(s.parts.oldest), s.folder)
})

test('a part whose files are cleared before it is let go stays where it is', async () => {
  const part = await s.part(s.parts.oldest)
  const before = await s.rows('collection_history')
  const manifest = await writePart(s.world, part, s.folder)
  const going = await waitForTurn(s.world, (world) => letGo(world, part, s.folder, manifest))
  assert.deepEqual(await left('archive clear'), [[manifest.archive, null]])
  await assert.rejects(going(), / stays: somebody has cleared its files\.$/)
  assert.deepEqual([await s.rows('collection_history'), await s.away()], [before, []])
})

test('what is away already is not told each time that older parts are put aside', async () => {
  const older = () => s.command('archive put-aside', { into: s.folder, 'older-than': '24' })
  const first = (await older()).shown as { put_aside: unknown[]; stay: { part: string }[] }
  assert.equal(first.put_aside.length, 2)
  const { shown, failed } = await older()
  assert.deepEqual([shown, failed], [{ put_aside: [], stay: first.stay }, false])
})
