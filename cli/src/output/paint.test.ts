import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paintFor, paintStatus } from './paint.ts'

const code = '\u001b['

test('there is colour when a person is watching, and none when piped, told not to, or on a dumb terminal', () => {
  const watched = { env: {}, stdout: { isTTY: true } }
  assert.equal(paintFor(watched).red('no'), `${code}31mno${code}39m`)
  assert.equal(paintFor(watched).red(''), '')
  for (const plain of [
    { env: {}, stdout: {} },
    { env: { NO_COLOR: '1' }, stdout: { isTTY: true } },
    { env: { TERM: 'dumb' }, stdout: { isTTY: true } },
  ])
    assert.equal(paintFor(plain).red('no'), 'no')
  assert.equal(
    paintFor({ env: { NO_COLOR: '' }, stdout: { isTTY: true } }).dim('so'),
    `${code}2mso${code}22m`,
  )
})

test('only what is paid is green', () => {
  const paint = paintFor({ env: {}, stdout: { isTTY: true } })
  const green = ['created', 'processing', 'pending_clearance', 'successful', 'failed', 'reversed'].filter(
    (status) => paintStatus(paint, status).startsWith(`${code}32m`),
  )
  assert.deepEqual(green, ['successful'])
})
