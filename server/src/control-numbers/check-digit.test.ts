import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fits, withCheckDigit } from './check-digit.ts'
import { drawNumber } from './draw-number.ts'

test('the digit of the thesis is found', () => {
  assert.equal(withCheckDigit('572'), '5724')
  assert.ok(fits('5724'))
  assert.ok(!fits('5727'))
  assert.ok(!fits('57a4') && !fits(''))
})

test('no digit is mistaken for another, and no two neighbours change places, unseen', () => {
  for (let drawn = 0; drawn < 200; drawn += 1) {
    const number = drawNumber(drawn % 2 === 0 ? 'live' : 'sandbox')
    assert.match(number, /^[12][0-9]{12}$/)
    assert.ok(fits(number), number)
    for (let at = 0; at < number.length; at += 1) {
      for (const digit of '0123456789'.replace(number[at] ?? '', '')) {
        const wrong = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`
        assert.ok(!fits(wrong), `${number} ${wrong}`)
      }
      const [one, other] = [number[at] ?? '', number[at + 1] ?? '']
      const swapped = `${number.slice(0, at)}${other}${one}${number.slice(at + 2)}`
      if (other !== '' && one !== other) assert.ok(!fits(swapped), `${number} ${swapped}`)
    }
  }
})
