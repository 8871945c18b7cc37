import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finished } from '../../terminal.ts'

type Given = {
  run(...words: string[]): Promise<Finished>
  answered(...words: string[]): Promise<ReturnType<typeof JSON.parse>>
  folder: string
}

/** Writes an invoice in a terminal, changes, sends and credits it, and voids another. */
export async function writeInvoices({ run, answered, folder }: Given): Promise<void> {
  const whom = ['--customer', 'Asha Juma', '--phone', '0712345678', '--due', '2099-12-31']
  const lines = ['--item', 'Maize flour=2x3500+18%', '--item', 'Delivery=5000']
  const made = await answered('invoices', 'create', ...whom, ...lines, '--metadata', 'order_id=A-17')
  assert.deepEqual([made.status, made.total, made.allow_part_payment], ['DRAFT', '13260.00', false])

  const changed = await run('invoices', 'change', made.id, '--item', 'Delivery=1.5x4000', '--parts')
  assert.match(changed.stdout, /^total +6000\.00$/m)
  assert.match(changed.stdout, /\n\nquantity +price +tax +what\n1\.5 +4000\.00 +Delivery\n$/)
  const listed = await run('invoices', 'list', '--metadata', 'order_id=A-17')
  assert.match(
    listed.stdout,
    new RegExp(`${made.number} +DRAFT +2099-12-31 +6000.00 TZS +6000.00 +${made.id}`),
  )

  const sent = await run('invoices', 'send', made.id)
  assert.match(sent.stdout, /^sms +kept$/m)
  const link = await answered('invoices', 'link', made.id)
  assert.equal(link.invoice_id, made.id)
  const late = await run('invoices', 'change', made.id, '--due', '2098-12-31')
  assert.equal(late.code, 1)

  const credit = ['invoices', 'credit', made.id, '--reason', 'Not delivered.']
  const note = await answered(...credit, '--amount', '1000')
  assert.match(
    (await run('invoices', 'credit-notes', made.id)).stdout,
    new RegExp(`${note.number} +1000.00 TZS`),
  )
  assert.equal((await answered('invoices', 'get', made.id)).amount_due, '5000.00')
  for (const [words, name] of [
    [['pdf', made.id], 'invoice.pdf'],
    [['credit-note-pdf', made.id, note.id], 'note.pdf'],
  ] as const) {
    const { file } = await answered('invoices', ...words, '--to', join(folder, name))
    assert.equal((await readFile(file)).subarray(0, 5).toString(), '%PDF-')
  }

  const other = await answered('invoices', 'create', ...whom, '--item', 'Bread=500')
  assert.equal((await run('invoices', 'void', other.id)).stdout, `${other.number} is VOID.\n`)
  assert.equal((await run('invoices', 'send', other.id)).code, 1)
}
