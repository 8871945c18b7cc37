import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { chanceFrom } from '../simulation/kernel/chance.ts'
import type { Mutation } from './mutation.ts'
import { mutationsOfArchives } from './mutations-of-archives.ts'
import { mutationsOfAuth } from './mutations-of-auth.ts'
import { mutationsOfBills } from './mutations-of-bills.ts'
import { mutationsOfBooks } from './mutations-of-books.ts'
import { mutationsOfCollections } from './mutations-of-collections.ts'
import { mutationsOfCourier } from './mutations-of-courier.ts'
import { mutationsOfFiscalReceipts } from './mutations-of-fiscal-receipts.ts'
import { mutationsOfPages } from './mutations-of-pages.ts'
import { mutationsOfPayouts } from './mutations-of-payouts.ts'
import { mutationsOfPeers } from './mutations-of-peers.ts'
import { mutationsOfRisk } from './mutations-of-risk.ts'
import { copyTree, type PlantedTree, type Verdict } from './planted-tree.ts'

const mutations: Mutation[] = [
  ...mutationsOfBooks,
  ...mutationsOfCollections,
  ...mutationsOfPayouts,
  ...mutationsOfAuth,
  ...mutationsOfCourier,
  ...mutationsOfPages,
  ...mutationsOfBills,
  ...mutationsOfPeers,
  ...mutationsOfFiscalReceipts,
  ...mutationsOfRisk,
  ...mutationsOfArchives,
]

const seed = process.env.MUTATE_SEED ?? 'malipo'
/** What its file or what is broken must match: for whoever wants to see some of them again. */
const pattern = process.env.MUTATE_ONLY
const howMany = howMuch({ test: 2, proveShort: 6, prove: mutations.length })

let tree: PlantedTree
before(async () => {
  tree = await copyTree()
})
after(() => tree.remove())

test('there are a hundred bugs at least, each in a place that is there once', async () => {
  assert.ok(mutations.length >= 100)
  const stale = await Promise.all(mutations.map(async (one) => ((await tree.isStale(one)) ? [one] : [])))
  assert.deepEqual(
    stale.flat().map(({ file, broken }) => `${file}: ${broken}`),
    [],
  )
})

describe('the proof itself', () => {
  const harmless: Mutation = {
    broken: 'nothing at all',
    file: 'primitives/money.ts',
    text: 'Floats and strings exist only at the edge.',
    instead: 'Strings and floats exist only at the edge.',
    caughtBy: ['src/primitives/money.test.ts'],
  }

  test('tells of a bug that no test catches', async () => {
    assert.equal(await tree.judge(harmless), 'survived')
  })

  test('tells of a bug whose place is gone, and of one that is no program', async () => {
    assert.equal(await tree.judge({ ...harmless, text: 'what nobody wrote' }), 'stale')
    assert.equal(
      await tree.judge({ ...harmless, text: 'export function textFromMinor(', instead: '((' }),
      'stale',
    )
  })
})

test('every planted bug is caught by the tests that it names, which pass without it', async (t) => {
  const chosen = chooseFrom(mutations)
  const verdicts: Record<Verdict | 'red without it', string[]> = {
    ...{ caught: [], survived: [], stale: [], 'red without it': [] },
  }
  const passes = new Map<string, boolean>()
  for (const mutation of chosen) {
    const began = performance.now()
    const tests = JSON.stringify([mutation.caughtBy, mutation.only])
    const isGreen = passes.get(tests) ?? (await tree.pass(mutation))
    passes.set(tests, isGreen)
    const verdict = isGreen ? await tree.judge(mutation) : 'red without it'
    verdicts[verdict].push(`${mutation.file}: ${mutation.broken}`)
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(`${verdict} ${mutation.file}: ${mutation.broken} (${seconds} s)`)
  }
  const { caught, ...others } = verdicts
  tellProof(
    t,
    `seed ${seed}, ${caught.length} of ${chosen.length} planted bugs caught, of ${mutations.length}`,
  )
  assert.deepEqual(others, { survived: [], stale: [], 'red without it': [] })
})

function chooseFrom(all: Mutation[]): Mutation[] {
  if (pattern !== undefined)
    return all.filter(({ file, broken }) => new RegExp(pattern).test(`${file} ${broken}`))
  const chance = chanceFrom(seed)
  const order = all.map((one) => [chance.number(), one] as const).sort(([a], [b]) => a - b)
  return order.slice(0, howMany).map(([, one]) => one)
}
