import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveOutCrowd, leaveOutPeople } from './leave-out-people.ts'

const asha = { names: ['Asha Juma'], numbers: ['255754000111'], emails: ['asha@mfano.co.tz'] }

test('whoever a text is about is left out of it, however they are written', () => {
  const cases: [string, string][] = [
    ['Declined by Asha Juma', 'Declined by [name]'],
    ['JUMA, ASHA has no account', '[name], [name] has no account'],
    ['asha   juma: limit', '[name]: limit'],
    ['255754000111 is off', '[number] is off'],
    ['+255754000111 and 0754000111 and 754000111', '[number] and [number] and [number]'],
    ['wrote to Asha@mfano.co.tz', 'wrote to [email]'],
    ['call 0713887766', 'call [number]'],
    ['insufficient_funds: the balance is too low', 'insufficient_funds: the balance is too low'],
  ]
  for (const [said, left] of cases) assert.equal(leaveOutPeople(said, asha), left)
})

test('what only looks like somebody stays', () => {
  for (const text of [
    'ashamed',
    'order 1255754000111',
    '019b2550-7540-7001-8255-754000111aaa',
    'TZS 754000.11',
  ])
    assert.equal(leaveOutPeople(text, { ...asha, numbers: [] }), text)
})

test('nothing is nothing, and nobody is left out of nothing', () => {
  assert.equal(leaveOutPeople(null, asha), null)
  assert.equal(leaveOutPeople('as it was', { names: [null, '', 'Jo'], numbers: [undefined] }), 'as it was')
  assert.equal(leaveOutPeople('for A (B) Ltd.', { names: ['A (B) Ltd.'] }), 'for [name]')
})

test('of thousands those are left out who are written of, and nobody else', () => {
  const crowd = Array.from({ length: 5_000 }, (_, at) => ({
    names: [`Person ${at} Mtu`],
    numbers: [`25571${String(1_000_000 + at)}`],
  }))
  const text = 'Not Jo Li (0712999999), nor ACCOUNT-77 of Asha; the others may go.'
  const left = leaveOutCrowd(text, [
    ...crowd,
    { names: ['Jo Li'], numbers: ['account-77'] },
    { names: ['Juma ASHA'] },
  ])
  assert.equal(left, 'Not [name] ([number]), nor [number] of [name]; the others may go.')
})
