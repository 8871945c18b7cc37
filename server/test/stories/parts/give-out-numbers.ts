import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finished } from '../../terminal.ts'

type Given = {
  run(...words: string[]): Promise<Finished>
  answered(...words: string[]): Promise<ReturnType<typeof JSON.parse>>
  folder: string
}

/** Makes control numbers in a terminal, finds and cancels one. */
export async function giveOutNumbers({ run, answered, folder }: Given): Promise<void> {
  const command = 'control-numbers'
  const made = await answered(
    command,
    ...['create', '--amount', '25000', '--mode', 'part', '--reference', 'order-1042'],
  )
  assert.deepEqual([made.kind, made.payment_mode, made.amount], ['ORDER', 'PART', '25000.00'])
  assert.equal((await answered(command, 'get', made.id)).number, made.number)
  for (const filter of [
    ['--number', made.number],
    ['--reference', 'order-1042'],
  ]) {
    const { items } = await answered(command, 'list', ...filter)
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      [made.id],
    )
  }
  const file = join(folder, 'orders.csv')
  await writeFile(file, 'kind,amount,merchant_reference\nCUSTOMER,,pupil-31\nORDER,500,order-1043\n')
  const { items } = await answered(command, 'create-many', file)
  assert.deepEqual(
    items.map((one: { merchant_reference: string; payment_mode: string }) => [
      one.merchant_reference,
      one.payment_mode,
    ]),
    [
      ['pupil-31', 'ANY'],
      ['order-1043', 'EXACT'],
    ],
  )
  const listed = await run(command, 'list', '--status', 'ACTIVE')
  assert.match(listed.stdout, new RegExp(`${made.number} +ACTIVE +25000.00 TZS`))
  await writeFile(file, 'kind,amount\nGIFT,500\n')
  const refused = await run(command, 'create-many', file)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /row 1|"row": ?1|kind/)
  const ended = await run(command, 'cancel', made.id)
  assert.equal(ended.stdout, `${made.number} is CANCELLED.\n`)
  assert.equal((await run(command, 'cancel', made.id)).code, 1)
}
