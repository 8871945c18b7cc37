import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc16, paymentTokenOf, tanQrPayload } from './tan-qr.ts'

const shop = {
  acquirerId: '03998',
  token: '63890400',
  amount: 50_000n,
  merchantName: 'TEST SHOP',
  city: 'DSM',
  postalCode: '12345',
}

test('the checksum is CRC-16/CCITT-FALSE', () => {
  assert.equal(crc16('123456789'), '29B1')
})

test('the checksum agrees with codes seen elsewhere', () => {
  const codes = [
    // The sample of the TANQR specification.
    '00020101021126390014tz.go.bot.tips0105010010208123456785204581453038345802TZ5914YN RESTAURANTS6006DODOMA' +
      '610541000622103080011234907051100263047D47',
    // A dynamic code of Selcom's.
    '000201010212041552545429990002026390014tz.go.bot.tips01050399802086389040052045999530383454035005802TZ' +
      '5909NEUROTECH6003DSM610512345622401086389040003086389040081500012tz.co.selcom0130 https://selcom.link/addbbff1 ' +
      '630401F1',
  ]
  for (const code of codes) assert.equal(crc16(code.slice(0, -4)), code.slice(-4))
})

test('a code is built field by field as the specification lays it out', () => {
  assert.equal(
    tanQrPayload(shop),
    '00020101021226390014tz.go.bot.tips01050399802086389040052045999530383454035005802TZ5909TEST SHOP6003DSM' +
      '61051234562240108638904000308638904006304BA76',
  )
})

test('cents are written only where there are any', () => {
  assert.match(tanQrPayload({ ...shop, amount: 50_050n }), /5406500\.50/)
  assert.match(tanQrPayload({ ...shop, amount: 1n }), /54040\.01/)
})

test('a name is at most 25 characters of ASCII, and never none', () => {
  assert.match(tanQrPayload({ ...shop, merchantName: 'Café Zanzibar' }), /5913Cafe Zanzibar6003/)
  assert.match(tanQrPayload({ ...shop, merchantName: 'x'.repeat(120) }), /5925x{25}6003/)
  assert.match(tanQrPayload({ ...shop, merchantName: '店' }), /5908MERCHANT6003/)
})

test('a token has eight digits, and a reference keeps its own', () => {
  for (let at = 0; at < 1000; at += 1) assert.match(paymentTokenOf(`MLP${at}`), /^[1-9][0-9]{7}$/)
  assert.equal(paymentTokenOf('MLP1'), paymentTokenOf('MLP1'))
  assert.notEqual(paymentTokenOf('MLP1'), paymentTokenOf('MLP2'))
})
