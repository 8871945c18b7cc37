import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Provider } from '../../src/providers/providers.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { openClickpesaCarrier, openSelcomCarrier } from './carriers.ts'
import { type Cell, cellsOf, type Outcome, playCell, showMatrix } from './cells.ts'
import { openFaultStage, type Plant } from './fault-stage.ts'
import { clickpesaRows, ownFaults, selcomRows } from './rows.ts'

const providers = {
  selcom: { open: openSelcomCarrier, cells: cellsOf(selcomRows, ownFaults.selcom) },
  clickpesa: { open: openClickpesaCarrier, cells: cellsOf(clickpesaRows, ownFaults.clickpesa) },
}
type Name = keyof typeof providers

/** Plays them one after another on one stage; the books must hold after all of them. */
async function playCells(name: Name, cells: readonly Cell[], plant?: Plant): Promise<Outcome[]> {
  const stage = await openFaultStage(name, providers[name].open, plant)
  try {
    const outcomes: Outcome[] = []
    for (const cell of cells) outcomes.push(await playCell(stage, cell))
    await stage.assertBooksHold()
    return outcomes
  } finally {
    await stage.close()
  }
}

function wrongIn(outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(({ problems }) => problems.length > 0)
    .map(({ cell, end, problems }) => `${cell.row.name}, ${cell.fault}: ${end}: ${problems.join('; ')}`)
}

function tell(context: TestContext, name: Name, outcomes: readonly Outcome[]): void {
  for (const line of showMatrix(outcomes).split('\n')) context.diagnostic(line)
  tellProof(context, `${outcomes.length} faults of ${name}, each ended as it should, no payout twice`)
}

for (const name of Object.keys(providers) as Name[]) {
  test(`${name}: whatever goes wrong, both books agree or the row shows that nobody knows`, async (context) => {
    const outcomes = await playCells(name, providers[name].cells)
    tell(context, name, outcomes)
    assert.deepEqual(wrongIn(outcomes), [])
  })
}

/** Takes not knowing for failure. */
function failsForNotKnowing(provider: Provider): Provider {
  const given = { providerStatus: 'GIVEN_UP', reason: 'refused', providerMessage: 'no answer' } as const
  return {
    ...provider,
    async collect(order, signal) {
      const outcome = await provider.collect(order, signal)
      return outcome.kind === 'unknown' ? { kind: 'failed', ...given } : outcome
    },
    async payOut(order, signal) {
      const outcome = await provider.payOut(order, signal)
      return outcome.kind === 'unknown' ? { kind: 'failed', ...given } : outcome
    },
  }
}

/** Sends once more what was not answered, under a reference that the adapter makes of the first. */
function sendsAgain(provider: Provider, again: (reference: string) => string): Provider {
  return {
    ...provider,
    async payOut(order, signal) {
      const outcome = await provider.payOut(order, signal)
      if (outcome.kind !== 'unknown') return outcome
      return await provider.payOut({ ...order, reference: again(order.reference) }, signal)
    },
  }
}

const plants: Record<string, { plant: Plant; row: string; fault: string; found: RegExp }> = {
  'a collection that failed because nobody answered': {
    plant: failsForNotKnowing,
    row: 'the prompt of a push',
    fault: 'truncated',
    found: /failed here, and (paid there|it may still be paid)/,
  },
  'a payout that failed because nobody answered': {
    plant: failsForNotKnowing,
    row: 'a payout to a wallet',
    fault: 'error_after',
    found: /FAILED here, and paid there/,
  },
  'a payout that is sent again under its reference': {
    plant: (provider) => sendsAgain(provider, (reference) => reference),
    row: 'a payout to a wallet',
    fault: 'ambiguous_after',
    found: /it was sent 2 times/,
  },
  'a payout that is sent again under another': {
    plant: (provider) => sendsAgain(provider, (reference) => reference.replace('MLW', 'MLX')),
    row: 'a payout to a bank',
    fault: 'error_after',
    found: /the gateway carries what nobody here has asked for/,
  },
}

for (const [title, { plant, row, fault, found }] of Object.entries(plants)) {
  test(`${title} is found`, async () => {
    const cells = providers.selcom.cells.filter((cell) => cell.row.name === row && cell.fault === fault)
    const wrong = wrongIn(await playCells('selcom', cells, plant))
    assert.equal(wrong.length, 1)
    assert.match(wrong[0] ?? '', found)
  })
}
