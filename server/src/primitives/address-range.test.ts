import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAddressRange, matcherOf, plainAddress, plainRange } from './address-range.ts'

const ranges: [written: string, plain: string | undefined][] = [
  ['41.59.1.2', '41.59.1.2'],
  ['41.59.1.2/32', '41.59.1.2'],
  ['41.59.1.2/16', '41.59.0.0/16'],
  ['41.59.255.2/20', '41.59.240.0/20'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
  ['::/0', '::/0'],
  ['::ffff:41.59.1.2', '41.59.1.2'],
  ['::FFFF:293b:102', '41.59.1.2'],
  ['::ffff:41.59.1.2/112', '41.59.0.0/16'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::ffff:0:0/95', '::fffe:0:0/95'],
  ['fe80::1%eth0', undefined],
  ['41.59.1', undefined],
  ['041.59.1.2', undefined],
  ['41.59.1.2/33', undefined],
  ['41.59.1.2/', undefined],
  ['41.59.1.2/08', undefined],
  ['41.59.1.2/8/8', undefined],
  [' 41.59.1.2', undefined],
  ['shop.example', undefined],
  ['', undefined],
]

for (const [written, plain] of ranges)
  test(`"${written}" is kept as ${plain ?? 'nothing'}`, () => assert.equal(plainRange(written), plain))

test('an address has one way to be written, and what is none stays as it is', () => {
  assert.equal(plainAddress('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(plainAddress('2001:0DB8::0001'), '2001:db8::1')
  assert.equal(plainAddress('203.0.113.7'), '203.0.113.7')
  assert.equal(plainAddress('unknown'), 'unknown')
})

test('whatever is in a range is in it as it is kept, and kept again it is the same', () => {
  const bits = fc.oneof(fc.ipV4(), fc.ipV6())
  fc.assert(
    fc.property(bits, fc.nat(128), (address, some) => {
      const prefix = isIPv6(address) ? some : some % 33
      const kept = plainRange(`${address}/${prefix}`)
      assert.ok(kept !== undefined && isAddressRange(kept))
      assert.equal(plainRange(kept), kept)
      assert.ok(matcherOf([kept])(plainAddress(address)), `${address}/${prefix} is kept as ${kept}`)
    }),
  )
})
