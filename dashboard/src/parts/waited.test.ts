import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitedFor } from './waited.ts'

const now = new Date('2026-11-16T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const said = (minutes: number, language: 'en' | 'sw' = 'en') =>
  waitedFor(ago(minutes), language, now).replaceAll('\u00a0', ' ')

test('a wait is told in its two largest measures', () => {
  assert.equal(said(0), 'just now')
  assert.equal(said(59), '59 min')
  assert.equal(said(192), '3 h 12 min')
  assert.equal(said(120), '2 h')
  assert.equal(said(3 * 1440 + 61), '3 d 1 h')
  assert.equal(said(192, 'sw'), 'saa 3 dk 12')
  // A clock that is ahead of ours makes no wait negative.
  assert.equal(said(-5), 'just now')
})
