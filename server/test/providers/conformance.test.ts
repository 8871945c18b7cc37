import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { badAdapters } from './bad-adapters.ts'
import { badRefunds } from './bad-refunds.ts'
import { checks, faultsOf } from './conformance.ts'
import type { Defendant } from './defendant.ts'
import { plainDefendant, plainProvider } from './plain-defendant.ts'
import { toyDefendant } from './toy/toy-defendant.ts'

/** Those who can less than others, and keep what they promise. */
const goodOnes: Record<string, () => Promise<Defendant>> = {
  'one that signs, shows codes and knows repeats': plainDefendant,
  'one that signs nothing, shows no codes and knows no repeats': toyDefendant,
  async 'one that pays nobody'() {
    const { payOuts: _, refunds: __, ...defendant } = await plainDefendant()
    const provider = plainProvider()
    const payOuts = { ...provider.can.payOuts, methods: [] }
    const can = { ...provider.can, payOuts, refunds: { way: 'pay_out' } } as const
    return { ...defendant, provider: { ...provider, can } }
  },
}

describe('the judge acquits', () => {
  for (const [what, stand] of Object.entries(goodOnes)) {
    test(what, async () => {
      const defendant = await stand()
      try {
        assert.deepEqual(await faultsOf(defendant), [])
      } finally {
        await defendant.close()
      }
    })
  }
})

const badOnes = [...badAdapters, ...badRefunds]

describe('the judge finds', () => {
  for (const { breaks, how, stand } of badOnes) {
    test(`${breaks} …: ${how}`, async () => {
      const broken = checks.filter(({ promise }) => promise.startsWith(breaks))
      assert.equal(broken.length, 1, 'one promise is meant')
      const defendant = await stand()
      try {
        assert.equal((await faultsOf(defendant, broken)).length, 1, 'nothing was found')
      } finally {
        await defendant.close()
      }
    })
  }

  test('somebody who breaks each promise there is', () => {
    const unbroken = checks.filter(({ promise }) => !badOnes.some(({ breaks }) => promise.startsWith(breaks)))
    assert.deepEqual(
      unbroken.map(({ promise }) => promise),
      [],
    )
  })
})
