import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finished } from '../../terminal.ts'

type Given = {
  run(...words: string[]): Promise<Finished>
  answered(...words: string[]): Promise<ReturnType<typeof JSON.parse>>
  folder: string
}

/** Refunds a payment in a terminal, and saves a statement. */
export async function giveBack({ run, answered, folder }: Given): Promise<void> {
  const made = await answered(
    ...['collections', 'create', '--amount', '2000', '--phone', '255700000001'],
    ...['--metadata', 'order_id=A-17', '--metadata', 'branch=Arusha'],
  )
  const paid = await run('collections', 'watch', made.collection_id)
  assert.equal(paid.code, 0, paid.stderr)
  const { items } = await answered('collections', 'list', '--metadata', 'order_id=A-17')
  assert.deepEqual(
    items.map(({ id }: { id: string }) => id),
    [made.collection_id],
  )
  assert.equal((await answered('refunds', 'quote', made.collection_id)).refundable_amount, '2000.00')
  const back = await run('refunds', 'create', made.collection_id, '--amount', '500', '--watch')
  assert.equal(back.code, 0, back.stderr)
  assert.match(back.stdout, / {2}SUCCESS\n$/)
  const given = await answered('refunds', 'list', '--collection', made.collection_id)
  assert.equal(given.items[0].amount, '500.00')
  const elsewhere = ['--destination-code', 'MPESA', '--destination-identifier', '255700000102']
  const other = await run('refunds', 'create', made.collection_id, '--amount', '500', ...elsewhere)
  assert.equal(other.code, 1)
  assert.match(other.stderr, /must be the number that paid/)
  const again = await run('refunds', 'cancel', given.items[0].id)
  assert.equal(again.code, 1)
  const late = await run('refunds', 'answer', given.items[0].id, '--message', 'Nobody asked.')
  assert.equal(late.code, 1, 'what nobody asked is not answered')
  const live = await run('refunds', 'create', made.collection_id, '--live')
  assert.deepEqual([live.code, live.stdout], [2, ''])

  const statement = await answered('statements', 'request', '--from', '2026-01-01', '--to', '2026-01-02')
  assert.equal(statement.status, 'READY')
  const file = join(folder, 'statement.csv')
  const saved = await answered('statements', 'download', statement.id, '--to', file)
  assert.equal((await stat(file)).size, saved.bytes)
  assert.equal((await run('statements', 'download', statement.id, '--to', file)).code, 1)
  assert.equal((await answered('statements', 'list')).items[0].id, statement.id)
}
