import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseAway, isDatabaseAway, isHopeless } from './database-away.ts'

function failure(properties: object): Error {
  return Object.assign(new Error('failed'), properties)
}

test('failures of the connection are told from those of the statement', () => {
  for (const code of ['ECONNREFUSED', '57P01', '57P03', '53300', '08006']) {
    assert.equal(isDatabaseAway(failure({ code })), true, code)
  }
  for (const code of ['23505', '40001', '57014', '42P01', 'EACCES', undefined]) {
    assert.equal(isDatabaseAway(failure({ code })), false, code)
  }
  assert.equal(isDatabaseAway(new DatabaseAway('lost')), true)
  assert.equal(isDatabaseAway(new Error('Connection terminated unexpectedly')), true)
  assert.equal(isDatabaseAway('ECONNREFUSED'), false)
})

test('a socket that is not there is a database away, a file that is not there is not', () => {
  assert.equal(isDatabaseAway(failure({ code: 'ENOENT', syscall: 'connect' })), true)
  assert.equal(isDatabaseAway(failure({ code: 'ENOENT', syscall: 'open' })), false)
})

test('a host whose every address refuses is away', () => {
  assert.equal(isDatabaseAway(new AggregateError([failure({ code: 'ECONNREFUSED' })])), true)
})

test('an error with which the server ends the session is a database away, whatever its code', () => {
  assert.equal(isDatabaseAway(failure({ code: '55000', severity: 'FATAL' })), true)
  assert.equal(isDatabaseAway(failure({ code: '55000', severity: 'ERROR' })), false)
})

test('what no waiting mends is told from what may be there later', () => {
  for (const code of ['28P01', '28000', '3D000', '42501'])
    assert.equal(isHopeless(new DatabaseAway('closed', { cause: failure({ code }) })), true, code)
  assert.equal(
    isHopeless(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')),
    true,
  )
  for (const code of ['57P03', '53300', 'ECONNREFUSED', undefined])
    assert.equal(isHopeless(failure({ code })), false, code)
  assert.equal(isHopeless(new DatabaseAway('takes no writes')), false)
})
