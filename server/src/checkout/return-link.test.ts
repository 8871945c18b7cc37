import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnAddress } from './return-link.ts'

const id = '01a1dd1a-b2d5-73dc-8b23-c72ed283cc72'
const back = (redirect_url: string | null, reference: string | null = 'Oda 7&8') =>
  returnAddress({ id, reference, status: 'successful', redirect_url, cancel_url: null }, 'paid')
const ours = `collection_id=${id}&reference=Oda+7%268&status=successful`

for (const [address, expected] of [
  ['https://shop.example', `https://shop.example/?${ours}`],
  ['https://shop.example/thanks?order=1042', `https://shop.example/thanks?order=1042&${ours}`],
  // A signature over these letters holds only while they are these.
  ['https://shop.example/?s=a%20b~c%2f&flag&e=', `https://shop.example/?s=a%20b~c%2f&flag&e=&${ours}`],
  ['https://shop.example/?x=1&x=2#/thanks?y=3', `https://shop.example/?x=1&x=2&${ours}#/thanks?y=3`],
  // What others say of the outcome is not what became of it.
  ['https://shop.example/?status=paid&a=1&%73tatus=x&reference', `https://shop.example/?a=1&${ours}`],
] as const) {
  test(`${address} is told the outcome, and keeps what it asks for`, () => {
    assert.equal(back(address), expected)
  })
}

test('nobody is sent where nobody wants them, and no reference is none', () => {
  assert.equal(back(null), null)
  assert.equal(
    back('https://shop.example/', null),
    `https://shop.example/?collection_id=${id}&status=successful`,
  )
})

test('while nobody knows, the shop hears that it is under way; whoever cannot pay any more has not paid', () => {
  const addresses = { redirect_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' }
  const underWay = { id, reference: null, status: 'processing', ...addresses } as const
  const told = (at: string, status: string) =>
    `https://shop.example/${at}?collection_id=${id}&status=${status}`
  assert.equal(returnAddress(underWay, 'unanswered'), told('thanks', 'processing'))
  assert.equal(returnAddress(underWay, 'failed'), told('cart', 'failed'))
  assert.equal(returnAddress(underWay, 'waiting'), null)
})
