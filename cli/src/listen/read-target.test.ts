import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTarget } from './read-target.ts'

test('a receiver is said in full, or as one types it in a hurry', () => {
  const on = (text: string) => {
    const { url, isThisMachine } = readTarget(text)
    return `${url} ${isThisMachine ? 'here' : 'elsewhere'}`
  }
  assert.equal(on('3000'), 'http://localhost:3000/ here')
  assert.equal(on('localhost:3000/events'), 'http://localhost:3000/events here')
  assert.equal(on('https://shop.localhost/x#part'), 'https://shop.localhost/x here')
  assert.equal(on('http://127.0.0.53:81'), 'http://127.0.0.53:81/ here')
  assert.equal(on('http://[::1]:81'), 'http://[::1]:81/ here')
  assert.equal(on('http://127.0.0.1.shop.example'), 'http://127.0.0.1.shop.example/ elsewhere')
  assert.equal(on('http://192.168.1.4:3000'), 'http://192.168.1.4:3000/ elsewhere')
  for (const bad of ['', 'ftp://localhost', 'http://', 'http://me:secret@localhost', '3000000'])
    assert.throws(() => readTarget(bad), { name: 'Misuse' }, bad)
})
