import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalPhone } from './phone.ts'

test('a Tanzanian number has one form, however it is written', () => {
  for (const text of [
    '0712345678',
    '712345678',
    '+255712345678',
    '255712345678',
    '+0712345678',
    '00255712345678',
    '+00255712345678',
    '2550712345678',
  ]) {
    assert.equal(canonicalPhone(text), '255712345678', text)
  }
  for (const text of ['0622334455', '622334455', '+255622334455']) {
    assert.equal(canonicalPhone(text), '255622334455', text)
  }
})

test('a number of a neighbour keeps its country', () => {
  assert.equal(canonicalPhone('+254712345678'), '254712345678')
  assert.equal(canonicalPhone('254712345678'), '254712345678')
  assert.equal(canonicalPhone('00254712345678'), '254712345678')
  assert.equal(canonicalPhone('+256772123456'), '256772123456')
  assert.equal(canonicalPhone('+250788123456'), '250788123456')
})

test('a trunk zero after the country code is dropped', () => {
  assert.equal(canonicalPhone('+2550712345678'), '255712345678')
})

test('the canonical form is its own canonical form', () => {
  for (const text of [
    '0712345678',
    '+254712345678',
    '123456789',
    '+4915112345678',
    '999999999999999',
    '+0222123456',
    '00712345678',
    '000000000',
  ]) {
    const once = canonicalPhone(text)
    assert.match(once, /^[0-9]{9,15}$/)
    assert.equal(canonicalPhone(once), once, text)
  }
})

test('what cannot be a number is kept as its digits', () => {
  assert.equal(canonicalPhone('+999999999999999'), '999999999999999')
})
