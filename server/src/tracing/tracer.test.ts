import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import type { Span } from './span.ts'
import { createTracer } from './tracer.ts'

const newId = idsFrom(systemClock)

test('the share that is kept is kept by every process alike', () => {
  const traces = Array.from({ length: 4_000 }, newId)
  const keptBy = (ratio: number) => {
    const spans: Span[] = []
    const tracer = createTracer(systemClock, { ratio, followsParent: true }, (span) => spans.push(span))
    for (const of of traces) tracer.open({ name: 'x', kind: 'internal', of }).end()
    return spans.map(({ traceId }) => traceId)
  }
  assert.equal(keptBy(1).length, 4_000)
  assert.equal(keptBy(0).length, 0)
  const quarter = keptBy(0.25)
  assert.ok(quarter.length > 800 && quarter.length < 1_200, `${quarter.length} of 4,000`)
  assert.deepEqual(keptBy(0.25), quarter)
})

test('a caller decides where it is followed, and does not where it is not', () => {
  const parent = (isKept: boolean) => ({ traceId: 'f'.repeat(32), spanId: '1'.repeat(16), isKept })
  const keeps = (followsParent: boolean, ratio: number, isKept: boolean) =>
    createTracer(systemClock, { ratio, followsParent }, () => {}).open(
      { name: 'x', kind: 'server' },
      parent(isKept),
    ).context.isKept
  assert.deepEqual([keeps(true, 0, true), keeps(true, 1, false)], [true, false])
  assert.deepEqual([keeps(false, 0, true), keeps(false, 1, false)], [false, true])
})
