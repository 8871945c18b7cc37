import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { selcomKeys } from '../../test/providers/selcom-defendant.ts'
import { temporaryFolder } from '../../test/run-service.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { createGateway } from './create-gateway.ts'
import { journalAt } from './journal.ts'
import { plainPlay } from './plays.ts'
import { selcomDialect } from './selcom/selcom.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(() => folder.remove())

let nowMs = Date.UTC(2026, 10, 16, 9)
const clock = { now: () => new Date(nowMs) }
const newPath = () => join(folder.path, 'gateways', `${randomUUID()}.jsonl`)

/** As at each start: what was kept is there again, and nobody has ended the one before in good order. */
function start(path: string) {
  const gateway = createGateway(selcomDialect(selcomKeys, clock), {
    clock,
    chance: () => 0,
    memory: journalAt(path),
  })
  gateway.recall()
  return gateway
}
type Started = ReturnType<typeof start>

function open({ book }: Started, reference: string, about: 'collection' | 'disbursement' = 'collection') {
  const wish = { about, product: about, reference, amount: 150_000n, currency: 'TZS', party: '255754000001' }
  return book.open({ ...wish, notes: { payee: 'Duka "la" Asha\n' } }) ?? assert.fail('it is there already')
}

test('a gateway whose process is killed knows all it was told, and goes on with it', () => {
  const path = newPath()
  const first = start(path)
  const [paid, undone, sent, back] = [
    open(first, 'A'),
    open(first, 'B'),
    open(first, 'C', 'disbursement'),
    open(first, 'D', 'disbursement'),
  ]
  first.book.play(paid, plainPlay)
  first.book.play(undone, { ...plainPlay, reverses: true })
  for (const entry of [sent, back])
    first.book.play(entry, { ...plainPlay, end: entry === sent ? 'paid' : 'refused' })
  first.book.prompt(open(first, 'E'), plainPlay)
  assert.ok(first.book.isFirst('walletcashin C'))
  nowMs += 300
  first.advance()
  const second = start(path)
  assert.deepEqual(second.book.export(), first.book.export())
  assert.deepEqual(second.prompts(), first.prompts())
  assert.ok(!second.book.isFirst('walletcashin C'))
  assert.equal(second.book.open({ ...paid, notes: {} }), null, 'what was ordered is not ordered again')
  nowMs += 300
  second.advance()
  assert.equal(second.book.find('collection', 'B')?.state, 'reversed', 'what is due happens')
  assert.equal(second.answer('E', 'paid')?.state, 'paid')
  second.advance()
  assert.deepEqual(start(path).book.export(), second.book.export())
})

test('a line that was being written when the process died is as if it had never been', () => {
  const path = newPath()
  const first = start(path)
  first.book.play(open(first, 'A'), plainPlay)
  first.advance()
  appendFileSync(path, '{"entry":{"about":"collec')
  const second = start(path)
  assert.deepEqual(second.book.all(), first.book.all())
  open(second, 'B')
  second.advance()
  assert.deepEqual(
    start(path)
      .book.all()
      .map(({ reference }) => reference),
    ['A', 'B'],
  )
})

test('a journal that has grown is written anew when it is opened, and one that is damaged is told of', () => {
  const path = newPath()
  const first = start(path)
  const entry = open(first, 'A')
  for (let round = 0; round < 1_010; round += 1) {
    first.book.play(entry, plainPlay)
    first.advance()
  }
  const grown = statSync(path).size
  const second = start(path)
  assert.deepEqual(second.book.all(), first.book.all())
  assert.ok(statSync(path).size < grown / 500)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const [line = ''] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, `${line}\nrubbish\n${line}\n`)
  assert.throws(
    () => start(path),
    (error) => error instanceof StartRefused && error.message.includes(`${path} is damaged in line 2.`),
  )
})
