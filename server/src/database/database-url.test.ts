import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeUrl, socketOfUrl, socketUrl, urlOfDatabase, urlsOfHosts } from './database-url.ts'

const address = { folder: '/tmp/a b,c:d/socket', port: 5432, user: 'malipo', database: 'malipo' }

test('the address of a socket survives being written as a URL and read again', () => {
  assert.deepEqual(socketOfUrl(socketUrl(address)), address)
  assert.deepEqual(socketOfUrl(urlOfDatabase(socketUrl(address), 'other', 'postgres')), {
    ...address,
    user: 'postgres',
    database: 'other',
  })
})

test('the other form that libpq knows is read too', () => {
  const read = socketOfUrl('postgres://me@localhost/mine?host=/run/postgresql&port=5433')
  assert.deepEqual(read, { folder: '/run/postgresql', port: 5433, user: 'me', database: 'mine' })
})

test('a host is not a socket', () => {
  assert.equal(socketOfUrl('postgres://me:secret@db.example.com:5432/mine'), undefined)
})

test('a description names the place and hides the password', () => {
  assert.equal(
    describeUrl('postgres://me:secret@db.example.com:5432/mine'),
    'database mine at db.example.com:5432',
  )
  assert.equal(describeUrl(socketUrl(address)), 'database malipo on the socket in /tmp/a b,c:d/socket')
})

test('several hosts are taken apart, each with what belongs to all', () => {
  const url =
    'postgresql://me:se,cr%40et@one.example,two.example:5433,[::1]:5434/mine?target_session_attrs=read-write'
  assert.deepEqual(urlsOfHosts(url), [
    'postgresql://me:se,cr%40et@one.example/mine?target_session_attrs=read-write',
    'postgresql://me:se,cr%40et@two.example:5433/mine?target_session_attrs=read-write',
    'postgresql://me:se,cr%40et@[::1]:5434/mine?target_session_attrs=read-write',
  ])
  for (const one of [socketUrl(address), 'postgres://localhost/mine', 'nonsense'])
    assert.deepEqual(urlsOfHosts(one), [one])
})
