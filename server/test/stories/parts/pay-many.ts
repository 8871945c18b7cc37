import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finished } from '../../terminal.ts'

type Given = {
  run(...words: string[]): Promise<Finished>
  answered(...words: string[]): Promise<ReturnType<typeof JSON.parse>>
  folder: string
}

const head = 'reference,amount,destination_code,destination_identifier,destination_name,recipient_id'
const codeAndError = ({ code, stderr }: Finished) => [code, stderr] as const

/** Saves a recipient in a terminal, and pays many from a file. */
export async function payMany({ run, answered, folder }: Given): Promise<void> {
  await answered('sandbox', 'top-up', '50000')
  const place = ['--code', 'MPESA', '--to', '0700000101', '--name', 'Asha']
  const known = await answered('destinations', 'look-up', ...place)
  const saved = await answered(
    'recipients',
    'save',
    '--code',
    'MPESA',
    '--to',
    '0700000101',
    '--name',
    'Asha',
    '--look-up',
    known.look_up_id,
  )
  assert.deepEqual([saved.status, saved.name_check?.outcome], ['READY', 'found'])
  assert.equal((await answered('recipients', 'list', '--to', '255700000101')).items[0].id, saved.id)
  assert.match((await run('recipients', 'block', saved.id)).stdout, / is BLOCKED\.\n$/)

  const run7 = randomUUID()
  const file = join(folder, 'salaries.csv')
  await writeFile(
    file,
    `${head}\n${run7}-1,1000,,,,${saved.id}\n${run7}-2,2.5E+6,AIRTEL_MONEY,0700000111,Baraka,\n`,
  )
  const wrong = await run('batches', 'send', file, '--watch')
  assert.equal(wrong.code, 1)
  assert.equal(wrong.stdout, '')
  assert.match(
    wrong.stderr,
    /Not right:\nrow +field +problem\n1 +recipient_id +is that of a recipient who is blocked/,
  )
  assert.match(wrong.stderr, /2 things are not right\. Nothing was asked for\./)
  const told = await run('batches', 'send', file, '--json')
  assert.deepEqual([told.code, JSON.parse(told.stdout).problems.length], [1, 2])
  assert.equal((await run('batches', 'quote', file)).code, 1)
  assert.deepEqual((await answered('batches', 'list')).items, [])
  assert.equal((await run('batches', 'send', join(folder, 'nothing.csv'))).code, 2)

  assert.match((await run('recipients', 'unblock', saved.id)).stdout, / is READY\.\n$/)
  await writeFile(
    file,
    `${head}\n${run7}-1,1000,,,,${saved.id}\n${run7}-2,2000,AIRTEL_MONEY,0700000111,Baraka,\n`,
  )
  const live = await run('batch', 'send', file, '--live')
  assert.equal(live.code, 2, live.stderr)
  const sent = await run('batch', 'send', file, '--watch')
  assert.deepEqual(codeAndError({ ...sent, stderr: '' }), [0, ''], sent.stderr)
  assert.match(sent.stderr, /Worth a second look:\nrow +warning +what\n1 +new/)
  assert.match(sent.stdout, /name +salaries\n/)
  assert.match(sent.stdout, / {2}DONE {2}2 SUCCESS\n$/)
  const again = await run('batches', 'send', file)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /same rows were asked for already/)

  const [{ id }] = (await answered('batches', 'list', '--status', 'DONE')).items
  assert.match((await run('batches', 'show', id)).stdout, /rows +2 SUCCESS\n/)
  const rows = await run('batches', 'rows', id)
  assert.equal(rows.stdout.trim().split('\n').length, 3)
  const saving = await answered('batches', 'rows', id, '--to', join(folder, 'rows.csv'))
  assert.equal(Buffer.byteLength(await readFile(saving.file, 'utf8')), saving.bytes)
  assert.equal((await run('batches', 'rows', id, '--to', saving.file)).code, 1)

  await writeFile(file, `${head}\n${run7}-3,1000,MPESA,0700000102,Declined,\n${run7}-4,1000,,,,${saved.id}\n`)
  const some = await run('batches', 'send', file, '--name', 'Some', '--watch', '--json')
  assert.equal(some.code, 1)
  const seen = some.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(seen.at(-1).by_status, { FAILED: 1, SUCCESS: 1 })
  assert.match(some.stderr, /1 of 2 rows did not arrive/)
  const retried = await answered('batches', 'retry', seen.at(-1).id)
  assert.deepEqual([retried.retry_of, retried.row_count], [seen.at(-1).id, 1])
  assert.equal((await run('batches', 'watch', retried.id)).code, 1)
  assert.match((await run('recipients', 'remove', saved.id)).stdout, / is removed\.\n$/)
}
