import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyOf, isSegment, lsnAsText, lsnFromText, segmentOf, startOfSegment } from './place-in-wal.ts'

const mega = 1024 ** 2

test('places are read and written as PostgreSQL does', () => {
  for (const text of ['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])
    assert.equal(lsnAsText(lsnFromText(text)), text)
  assert.throws(() => lsnFromText('B374D848'), /no place in the write-ahead log/)
})

test('segments have the names that pg_walfile_name gives them', () => {
  const names: [number, string, number, string][] = [
    [1, '0/0', 16, '000000010000000000000000'],
    [1, '0/FFFFFFFF', 16, '0000000100000000000000FF'],
    [1, '1/0', 16, '000000010000000100000000'],
    [10, '16/B374D848', 16, '0000000A00000016000000B3'],
    [2, '16/B374D848', 64, '00000002000000160000002C'],
    [2, '3/40000000', 1024, '000000020000000300000001'],
  ]
  for (const [timeline, text, megabytes, name] of names) {
    const lsn = lsnFromText(text)
    const bytes = megabytes * mega
    assert.equal(segmentOf(timeline, lsn, bytes), name)
    assert.deepEqual(startOfSegment(name, bytes), { timeline, lsn: lsn - (lsn % BigInt(bytes)) })
    assert.ok(isSegment(name))
  }
  assert.deepEqual([isSegment('00000002.history'), historyOf(2)], [false, '00000002.history'])
})
