import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameDevice, shortenAddress } from './name-device.ts'

test('a device is called by its browser and its system', () => {
  const on = 'Mozilla/5.0 (Linux; Android 14; SM-A055F) AppleWebKit/537.36 (KHTML, like Gecko)'
  assert.equal(nameDevice(`${on} Chrome/130.0.0.0 Mobile Safari/537.36`), 'Chrome on Android')
  assert.equal(
    nameDevice(`${on} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`),
    'Samsung Internet on Android',
  )
  assert.equal(nameDevice(`${on} Chrome/130.0.0.0 Safari/537.36 EdgA/130.0`), 'Edge on Android')
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15'
  assert.equal(nameDevice(`${phone} Version/18.1 Mobile/15E148 Safari/604.1`), 'Safari on iOS')
  assert.equal(
    nameDevice('Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'),
    'Firefox on Linux',
  )
  assert.equal(nameDevice('curl/8.5.0'), 'curl')
  assert.equal(nameDevice('<script>'), null)
  assert.equal(nameDevice(''), null)
})

test('an address loses its end', () => {
  assert.equal(shortenAddress('41.59.12.200'), '41.59.…')
  assert.equal(shortenAddress('2c0f:fe38:2250:1::5'), '2c0f:fe38:2250:…')
  assert.equal(shortenAddress('2c0f::5'), '2c0f:…')
  assert.equal(shortenAddress('::1'), ':…')
  assert.equal(shortenAddress('nonsense'), null)
})
