import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createAddressGuard } from './address-guard.ts'
import { refusedIpv4, refusedIpv6, specialPurposeOf } from './address-ranges.ts'

const production = { allow: [], loopbackIsAllowed: false, plainHttpIsAllowed: false }
const strict = createAddressGuard(production)

describe('an address is judged by its bytes', () => {
  const refused = [
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.255.255.254',
      '168.63.129.16',
    ],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
    ...[
      '192.168.1.1',
      '198.18.0.1',
      '198.19.255.255',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '239.1.1.1',
    ],
    ...['240.0.0.1', '255.255.255.255', '::', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ...[
      '::ffff:8.8.8.8',
      '0:0:0:0:0:FFFF:0808:0808',
      '::127.0.0.1',
      '::8.8.8.8',
      '64:ff9b::7f00:1',
      '64:ff9b::8.8.8.8',
    ],
    ...[
      '64:ff9b:1::1',
      '64:ff9b:1:ffff::10.0.0.1',
      '100::1',
      '2001::1',
      '2001:0:4136:e378::1',
      '2001:1ff:ffff::1',
    ],
    ...[
      '2001:db8::1',
      '2001:DB8:ffff::',
      '2002:7f00:1::',
      '2002:808:808::1',
      '3fff::1',
      '3fff:fff::1',
      '4000::1',
    ],
    ...[
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'febf::1',
      'fec0::1',
      'ff02::1',
      'ffff::1',
      '1fff::1',
    ],
    ...[
      'fe80::1%eth0',
      '2a00:1450::1%eth0',
      '::1%lo',
      '127.1',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '2130706433',
      'localhost',
    ],
    ...['', '127.0.0.1.', '[::1]', '1.2.3.4/32', ' 8.8.8.8', '8.8.8.8\u0000'],
  ]
  for (const address of refused) {
    test(`${JSON.stringify(address)} is refused`, () => assert.ok(strict.refusalOf(address)))
  }

  const allowed = [
    ...[
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ],
    ...['128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255', '172.15.255.255', '172.32.0.0'],
    ...['192.0.1.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...[
      '2001:200::1',
      '2001:4860:4860::8888',
      '2003::1',
      '2606:4700::1111',
      '2a00:1450::1',
      '3ffe::1',
      '3fff:1000::1',
    ],
  ]
  for (const address of allowed) {
    test(`${address} is allowed`, () => assert.equal(strict.refusalOf(address), undefined))
  }

  test('every address of every refused range is refused, and says which range', () => {
    for (const { cidr } of [...refusedIpv4, ...refusedIpv6]) {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (chance) => {
          const address = addressWithin(cidr, chance)
          assert.match(specialPurposeOf(address) ?? '', /\(.+\/\d+\)$/, address)
          assert.ok(strict.refusalOf(address), address)
        }),
      )
    }
  })

  test('no IPv4 address gets through inside an IPv6 one, the public ones neither, nor by an IPv4 rule', () => {
    const generous = createAddressGuard({ ...production, allow: ['0.0.0.0/0'], loopbackIsAllowed: true })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (number) => {
        // 0.0.0.1 in this form is the loopback address of IPv6 itself, which development allows.
        fc.pre(number !== 1)
        const high = (number >>> 16).toString(16)
        const low = (number & 0xffff).toString(16)
        const forms = [`::ffff:${high}:${low}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`]
        for (const form of [...forms, `64:ff9b:1::${high}:${low}`, `2002:${high}:${low}::1`]) {
          assert.ok(strict.refusalOf(form), form)
          assert.ok(generous.refusalOf(form), form)
        }
      }),
    )
  })

  test('outside 2000::/3 no IPv6 address is allowed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (bits) => {
        fc.pre(bits >> 125n !== 1n)
        assert.ok(strict.refusalOf(ipv6Of(bits)))
      }),
    )
  })
})

/** The network's bits from the range, the others by chance. */
function addressWithin(cidr: string, chance: bigint): string {
  const [network = '', prefix] = cidr.split('/')
  const isIpv4 = !network.includes(':')
  const free = BigInt((isIpv4 ? 32 : 128) - Number(prefix))
  const bits =
    (((isIpv4 ? bitsOfIpv4(network) : bitsOfIpv6(network)) >> free) << free) | (chance & ((1n << free) - 1n))
  return isIpv4 ? [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.') : ipv6Of(bits)
}

function bitsOfIpv4(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function bitsOfIpv6(address: string): bigint {
  const [head = [], tail = []] = address.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

function ipv6Of(bits: bigint): string {
  return Array.from({ length: 8 }, (_, at) => ((bits >> BigInt(112 - at * 16)) & 0xffffn).toString(16)).join(
    ':',
  )
}
