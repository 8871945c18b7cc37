import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { post } from '../../src/ledger/ledger.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, inWords, openShop, type Shop } from './money/shop.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
let service: Service
before(async () => {
  const environment = { ROLE: 'api' }
  service = await startService({ clock: ownClock(), environment, providers: { live: provider } })
})
after(() => endStory(service))

const reversal = { kind: 'reversed', providerStatus: 'REVERSED' } as const

async function sell(shop: Shop, amount: string) {
  const { id, provider_reference: reference } = await shop.push({ amount }, { key: shop.liveKey })
  await workOnce(service)
  assert.equal((await provider.tell(service, reference, succeeded())).body.data.outcome, 'applied')
  return { id, reference }
}

/** Money leaves as a withdrawal would take it; the room of withdrawals is not built yet. */
async function takeAway(shop: Shop, amount: bigint): Promise<void> {
  const { world } = service
  await world.sql.begin((tx) =>
    post(tx, world, [
      {
        merchantId: shop.merchantId,
        environment: 'live',
        currency: 'TZS',
        cause: `a withdrawal of the test ${world.newId()}`,
        type: 'withdrawal',
        direction: 'debit',
        amount,
        legs: [
          { account: 'available', amount: -amount },
          { account: { clearing: 'own' }, amount },
        ],
      },
    ]),
  )
}

test('what is gone becomes a debt, the balance stays at nothing, and the next money repays it first', async () => {
  const shop = await openShop(service)
  const first = await sell(shop, '1000.00')
  await takeAway(shop, 70_000n)
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '300.00' }))
  await provider.tell(service, first.reference, reversal)
  assert.deepEqual(await shop.balance('live'), balanceOf({ receivable: '700.00' }))
  assert.deepEqual(await shop.events(first.id), ['collection.success', 'collection.reversed'])
  await sell(shop, '500.00')
  assert.deepEqual(await shop.balance('live'), balanceOf({ receivable: '200.00' }))
  await sell(shop, '500.00')
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '300.00' }))
  assert.deepEqual(inWords(await shop.transactions('live')), [
    'credit collection 1000.00 → 1000.00',
    'debit withdrawal 700.00 → 300.00',
    'credit debt 700.00 → 1000.00',
    'debit collection_reversal 1000.00 → 0.00',
    'credit collection 500.00 → 500.00',
    'debit debt_repayment 500.00 → 0.00',
    'credit collection 500.00 → 500.00',
    'debit debt_repayment 200.00 → 300.00',
  ])
})

test('a reversal that is told many times at once takes the money once', async () => {
  const shop = await openShop(service)
  const { reference } = await sell(shop, '1000.00')
  await takeAway(shop, 100_000n)
  await Promise.all(Array.from({ length: 20 }, () => provider.tell(service, reference, reversal)))
  provider.script.lookUp = () => reversal
  assert.deepEqual(await shop.balance('live'), balanceOf({ receivable: '1000.00' }))
})

test('reversals and sales at once: nobody spends what is not there, and the debt comes out right', async () => {
  const shop = await openShop(service)
  const sold = []
  for (let round = 0; round < 5; round += 1) sold.push(await sell(shop, '100.00'))
  await takeAway(shop, 50_000n)
  await Promise.all([
    ...sold.map(({ reference }) => provider.tell(service, reference, reversal)),
    ...Array.from({ length: 3 }, () => sell(shop, '100.00')),
  ])
  assert.deepEqual(await shop.balance('live'), balanceOf({ receivable: '200.00' }))
})

test('one who owes cannot take out what repays the debt', async () => {
  const shop = await openShop(service)
  const { reference } = await sell(shop, '100.00')
  await takeAway(shop, 10_000n)
  await provider.tell(service, reference, reversal)
  await sell(shop, '60.00')
  await assert.rejects(takeAway(shop, 6_000n), 'the sixty went to the debt')
  assert.deepEqual(await shop.balance('live'), balanceOf({ receivable: '40.00' }))
})
