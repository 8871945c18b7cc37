import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BlockedAddress, createAddressGuard, isAddressRange, type Resolved } from './address-guard.ts'

const production = { allow: [], loopbackIsAllowed: false, plainHttpIsAllowed: false }
const answers = (...addresses: string[]) => {
  const found = addresses.map((address): Resolved => ({ address, family: address.includes(':') ? 6 : 4 }))
  return async () => found
}
const nowhere = async (): Promise<Resolved[]> => {
  throw new Error('no such name')
}
const strict = createAddressGuard({ ...production, resolve: answers('93.184.215.14') })

describe('what the operator allows', () => {
  test('the allow-list opens exactly what it names', () => {
    const guard = createAddressGuard({ ...production, allow: ['10.20.0.0/16', '192.168.7.7', 'fd00:1::/32'] })
    for (const address of ['10.20.0.1', '10.20.255.255', '192.168.7.7', 'fd00:1::9'])
      assert.equal(guard.refusalOf(address), undefined, address)
    for (const address of ['10.21.0.1', '192.168.7.8', 'fd00:2::9', '::ffff:10.20.0.1', '64:ff9b::10.20.0.1'])
      assert.ok(guard.refusalOf(address), address)
  })

  test('development allows this machine and nothing else', () => {
    const guard = createAddressGuard({ ...production, loopbackIsAllowed: true })
    for (const address of ['127.0.0.1', '127.9.9.9', '::1']) assert.equal(guard.refusalOf(address), undefined)
    for (const address of ['::ffff:127.0.0.1', '0.0.0.0', '::', '10.0.0.1', '169.254.169.254', '::2'])
      assert.ok(guard.refusalOf(address), address)
  })

  test('a range is an address, or one with the length of its prefix', () => {
    for (const text of [
      '10.0.0.0/8',
      '10.1.2.3',
      '0.0.0.0/0',
      '::1',
      'fd00::/8',
      '::/0',
      '::ffff:10.0.0.1/128',
    ])
      assert.ok(isAddressRange(text), text)
    const wrong = [
      '',
      '10.0.0.0/33',
      '10.0.0/8',
      '10.0.0.0/',
      '10.0.0.0/-1',
      '10.0.0.0/08',
      '10.0.0.0/8/8',
      '::/129',
    ]
    for (const text of [
      ...wrong,
      'fe80::1%eth0',
      'fe80::%1/64',
      'localhost',
      '10.0.0.0 /8',
      '010.0.0.1',
      '1e1.0.0.0/8',
    ])
      assert.ok(!isAddressRange(text), text)
    assert.throws(() => createAddressGuard({ ...production, allow: ['10.0.0.0/99'] }), /neither an address/)
  })
})

describe('a URL is judged when it is saved', () => {
  const wrong: [url: string, problem: RegExp][] = [
    ['', /whole web address/],
    ['shop.example/hook', /whole web address/],
    ['https://', /whole web address/],
    ['https://a:99999/', /whole web address/],
    ['ftp://shop.example/', /start with https/],
    ['javascript:alert(1)', /start with https/],
    ['https://user@shop.example/', /user name or password/],
    ['https://:secret@shop.example/', /user name or password/],
    ['https://shop.example/#top', /#/],
    ['https://shop.example/#', /#/],
    ['https://shop.example/a b', /spaces/],
    ['https://127.0.0.1\t/', /spaces/],
    ['https://shop.example/\u0000', /spaces/],
    [`https://shop.example/${'a'.repeat(2000)}`, /at most 2000/],
    ['http://shop.example/', /start with https/],
    ['https://127.0.0.1/', /127\.0\.0\.1 is not a public address: this machine/],
    ['https://[::ffff:127.0.0.1]/', /in disguise/],
    ['https://169.254.169.254/latest/meta-data', /metadata/],
  ]
  for (const [url, problem] of wrong) {
    test(`${JSON.stringify(url.slice(0, 60))} says what to do`, async () => {
      const said = await strict.problemOf(url)
      assert.match(said ?? '', /^must /)
      assert.match(said ?? '', problem)
    })
  }

  test('a public name or address is fine, with port, path and query', async () => {
    for (const url of [
      'https://shop.example/',
      'https://shop.example:8443/a?b=c',
      'https://8.8.8.8/',
      'https://[2a00::1]/',
    ])
      assert.equal(await strict.problemOf(url), null, url)
  })

  test('a name that leads inside is refused without giving the inner address away', async () => {
    const guard = createAddressGuard({ ...production, resolve: answers('8.8.8.8', '10.3.2.1') })
    const problem = (await guard.problemOf('https://db.inner/')) ?? ''
    assert.match(problem, /db\.inner does not lead to a public address: a private network \(10\.0\.0\.0\/8\)/)
    assert.ok(!problem.includes('10.3.2.1'))
  })

  test('a name that does not resolve, or not soon, is judged later; over plain http it is refused', async () => {
    const never = () => new Promise<Resolved[]>(() => {})
    for (const resolve of [nowhere, never, answers()]) {
      const guard = createAddressGuard({ ...production, resolve })
      assert.equal(await guard.problemOf('https://later.example/'), null)
      assert.match((await guard.problemOf('http://later.example/')) ?? '', /https/)
    }
  })

  test('in production http goes only where every address is on the allow-list', async () => {
    const allow = ['10.1.0.0/16', '8.8.8.8']
    const problemFor = (...addresses: string[]) =>
      createAddressGuard({ ...production, allow, resolve: answers(...addresses) }).problemOf('http://inner/')
    assert.equal(await problemFor('10.1.2.3', '8.8.8.8'), null)
    assert.match((await problemFor('10.1.2.3', '9.9.9.9')) ?? '', /https/)
    assert.match((await problemFor('10.1.2.3', '10.2.0.0')) ?? '', /private network/)
    const development = createAddressGuard({
      ...production,
      plainHttpIsAllowed: true,
      resolve: answers('9.9.9.9'),
    })
    assert.equal(await development.problemOf('http://shop.example/'), null)
  })
})

describe('the addresses of a host', () => {
  test('one refused address refuses them all', async () => {
    const guard = createAddressGuard({ ...production, resolve: answers('8.8.8.8', '::1') })
    await assert.rejects(guard.addressesOf('shop.example'), BlockedAddress)
  })

  test('a literal is checked and not resolved, with brackets and without', async () => {
    const guard = createAddressGuard({ ...production, resolve: nowhere })
    assert.deepEqual(await guard.addressesOf('[2a00::1]'), [{ address: '2a00::1', family: 6 }])
    assert.deepEqual(await guard.addressesOf('8.8.8.8'), [{ address: '8.8.8.8', family: 4 }])
    for (const host of ['127.0.0.1', '::1', '[::1]', 'fe80::1%eth0', '2a00::1%eth0', '::ffff:8.8.8.8'])
      await assert.rejects(guard.addressesOf(host), BlockedAddress, host)
  })

  test('localhost and all below it are this machine, whatever name servers say', async () => {
    const guard = createAddressGuard(production)
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', 'a.b.localhost.'])
      await assert.rejects(guard.addressesOf(host), BlockedAddress, host)
    const development = createAddressGuard({ ...production, loopbackIsAllowed: true })
    assert.deepEqual(
      (await development.addressesOf('localhost')).map(({ address }) => address),
      ['127.0.0.1', '::1'],
    )
  })
})
