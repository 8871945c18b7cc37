import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crashPoints } from '../../src/world/world.ts'
import { cellsOf } from './cells.ts'
import { collectionWays } from './collection-ways.ts'
import { deliveryCells, deliveryPoints, playDelivery } from './delivery-cells.ts'
import { payoutOpener } from './payout-hands.ts'
import { payoutWays } from './payout-ways.ts'
import { deliveryPlants, payoutPlants } from './plants.ts'
import { assertFound, isChosen, judge, mayPlay, placed, play, playWith, settings, two } from './play-cells.ts'

test('every point that the code names is on some way here', () => {
  const named = [...collectionWays, ...payoutWays].flatMap(({ points }) => Object.keys(points))
  // What a batch does, what is written for people, fiscal receipts and bills that come in are decided by no answer of a provider: real processes
  // die there, in their stories.
  const ofPayments = crashPoints.filter(
    (point) => !/^(batch|statement|export|privacy|fiscal|bill)\./.test(point),
  )
  assert.deepEqual([...new Set([...named, ...deliveryPoints])].sort(), [...ofPayments].sort())
})

const payoutCells = cellsOf(payoutWays, settings).filter(({ name }) => mayPlay(name))

describe('wherever a process dies, whatever its provider said and whoever comes first', {
  concurrency: 2,
}, () => {
  test('payouts', async (context) => {
    judge(context, 'payouts', await playWith(payoutOpener({}))(payoutCells))
  })
  test('deliveries', async (context) => {
    const cells = mayPlay('a worker delivers') ? deliveryCells : []
    judge(
      context,
      'deliveries',
      await play(cells, (stage, cell) => playDelivery(stage, cell), /delivery|deliveries|attempt/),
    )
  })
})

describe('what is planted is found', { skip: isChosen }, () => {
  for (const [broken, { place, told, seams }] of Object.entries(payoutPlants)) {
    test(broken, async () => {
      assertFound(await playWith(payoutOpener(seams))(placed(cellsOf(payoutWays, two), place)), told)
    })
  }
  for (const [broken, { told, alter }] of Object.entries(deliveryPlants)) {
    test(broken, async () => {
      const cells = deliveryCells.slice(0, 2)
      assertFound(await play(cells, (stage, cell) => playDelivery(stage, cell, alter)), told)
    })
  }
})
