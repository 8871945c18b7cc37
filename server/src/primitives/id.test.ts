import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsFrom, isId } from './id.ts'

test('ids are UUIDs of version 7 that hold the time', () => {
  const at = new Date('2026-11-15T02:00:00.123Z')
  const id = idsFrom({ now: () => at })()
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(isId(id))
  assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), at.getTime())
})

test('ids of one millisecond ascend and are unique, beyond the room of the counter too', () => {
  const newId = idsFrom({ now: () => new Date(1_763_000_000_000) })
  const ids = Array.from({ length: 20_000 }, newId)
  assert.deepEqual(ids, ids.toSorted())
  assert.equal(new Set(ids).size, ids.length)
})

test('ids ascend while the clock stands, jumps and goes back', () => {
  let ms = 1_763_000_000_000
  let seed = 7
  const newId = idsFrom({ now: () => new Date(ms) })
  let last = ''
  for (let round = 0; round < 20_000; round += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    ms += (seed % 7) - 3
    const id = newId()
    assert.ok(id > last, `${id} after ${last}`)
    last = id
  }
})

test('an id made a millisecond later by somebody else sorts after', () => {
  for (let round = 0; round < 1_000; round += 1) {
    const early = idsFrom({ now: () => new Date(1_763_000_000_000) })()
    const late = idsFrom({ now: () => new Date(1_763_000_000_001) })()
    assert.ok(early < late)
  }
})

test('chance comes from outside', () => {
  const clock = { now: () => new Date(1_763_000_000_000) }
  const zeros = (bytes: Uint8Array) => void bytes.fill(0)
  assert.equal(idsFrom(clock, zeros)(), idsFrom(clock, zeros)())
  assert.notEqual(idsFrom(clock)(), idsFrom(clock)())
})

test('only a UUID in small letters is an id', () => {
  const id = '01a1dd1a-b2d5-73dc-8b23-c72ed283cc72'
  assert.ok(isId(id))
  for (const text of ['', 'x', ` ${id}`, `${id}\n`, id.replaceAll('-', ''), `${id}0`, id.replace('a', 'g')]) {
    assert.equal(isId(text), false, JSON.stringify(text))
  }
})
