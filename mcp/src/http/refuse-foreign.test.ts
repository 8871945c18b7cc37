import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopbackNames, refuseForeign } from './refuse-foreign.ts'

const here = { hosts: loopbackNames, origins: ['https://tools.example'] }

test('programs on this machine, and pages that were named, may call', () => {
  for (const host of ['localhost:4100', '127.0.0.1:4100', '[::1]:4100', 'LOCALHOST', 'localhost']) {
    assert.equal(refuseForeign({ host }, here), null, host)
  }
  assert.equal(refuseForeign({ host: 'localhost:1', origin: 'https://tools.example' }, here), null)
  assert.equal(refuseForeign({ host: 'mcp.shop.example' }, { ...here, hosts: ['mcp.shop.example'] }), null)
})

test('names that point here, and all other pages, may not', () => {
  const names = [
    undefined,
    '',
    'evil.example',
    'evil.example:4100',
    'localhost.evil.example',
    'localhost@evil.example',
    '127.0.0.1.nip.example',
    'a b',
  ]
  for (const host of names) assert.match(refuseForeign({ host }, here) ?? '', /--allow-host/, host)
  for (const origin of [
    'https://evil.example',
    'null',
    '',
    'http://localhost:4100',
    'https://tools.example.evil.example',
  ]) {
    assert.match(refuseForeign({ host: 'localhost', origin }, here) ?? '', /--allow-origin/, origin)
  }
})
