import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Listed, Outcome } from '../../../src/providers/providers.ts'
import type { Service } from '../../service.ts'
import { declined, type ownClock, succeeded, workOnce } from '../money/own-provider.ts'
import { openPage } from '../money/page.ts'
import type { Fields } from '../money/shop.ts'
import { inShort } from '../parts/newcomers.ts'
import { type Desk, openDesk } from '../payouts/desk.ts'
import type { Till } from '../payouts/till.ts'

/** A reconciliation as it is shown. */
export type Run = {
  id: string
  status: string
  problem: string | null
  counts: Record<string, number>
  float: Fields
}

export type Finding = {
  kind: string
  reference: string
  ours: string
  theirs: string
  discrepancy_id: string | null
}

type Reconciled = { counts: Record<string, number>; findings: Finding[] }

export type Stage = {
  service: Service
  desk: Desk
  till: Till
  clock: ReturnType<typeof ownClock>
  nextMorning(): string
  push(outcome: Outcome): Promise<{ id: string; line: Listed }>
  /** A line of a statement. */
  written(line: Listed, at: Date): string
  /** What the provider lists from now on. */
  list(lines: Listed[]): void
  reconcile(): Promise<number>
  reconciled(day: string, body?: Fields): Promise<Reconciled>
}

export const head = 'time,reference,kind,amount,currency,state\r\n'
const dayMs = 24 * 3_600_000

/** What a statement must not lead to, whoever wrote it. */
export function testDoubts(stage: () => Stage): void {
  test('whoever uploads a statement books nothing that it alone tells of; somebody else does, or tells it too', async () => {
    const { service, desk, till, clock, nextMorning, push, written, reconcile, reconciled } = stage()
    const day = nextMorning()
    const other = await openDesk(service)
    const unpaid = [await push(declined), await push(declined)]
    const statement = head + unpaid.map(({ line }) => written(line, clock.now())).join('')
    clock.pass(dayMs)
    const body = { provider: 'own', day, format: 'gateway', statement }
    const { findings } = await reconciled(day, body)
    const [first, second] = findings.map(({ discrepancy_id: id }) => id)
    const accept = { action: 'accept_provider', note: 'It is on the statement.' }
    assert.equal(inShort(await desk.settle(first, accept)), '403 forbidden')
    assert.equal(inShort(await other.settle(first, accept)), '200')
    await other.call('/v1/admin/reconciliations', 'live', { body })
    await reconcile()
    assert.equal(inShort(await desk.settle(second, accept)), '200', 'now it is the word of two')
    for (const { id } of unpaid) assert.equal((await till.state(id, till.liveKey)).status, 'successful')
  })

  test('a reference that stands there again and again, or in two currencies, is another amount and breaks nothing', async () => {
    const { clock, nextMorning, push, list, reconciled } = stage()
    const day = nextMorning()
    const [often, mixed] = [await push(succeeded()), await push(succeeded())]
    const paid = ({ line }: typeof often, amount: bigint, currency = 'TZS'): Listed => ({
      ...line,
      outcome: succeeded(amount, currency),
    })
    const most = 9_000_000_000_000_000_000n
    list([paid(often, most), paid(often, most), paid(mixed, 75_000n), paid(mixed, 75_000n, 'KES')])
    clock.pass(dayMs)
    const { counts } = await reconciled(day)
    assert.deepEqual([counts.different_amount, counts.matched], [2, 0])
  })

  test('of several tries each is told by itself, and the one that is accepted pays; what another has paid is credited once', async () => {
    const { service, desk, till, clock, nextMorning, push, list, reconciled } = stage()
    const day = nextMorning()
    const { line } = await push(declined)
    const page = await openPage(service, till)
    const references: string[] = []
    for (let number = 1; number <= 2; number += 1) {
      references.push((await page.begin()).tried.provider_reference)
      await workOnce(service)
    }
    await page.leave()
    const outcome = succeeded(150_000n)
    list([
      { ...line, outcome: declined },
      ...references.map((reference) => ({ ...line, reference, outcome })),
    ])
    clock.pass(dayMs)
    const { counts, findings } = await reconciled(day)
    assert.equal(counts.missing_here, 2)
    assert.equal(new Set(findings.map(({ discrepancy_id: id }) => id)).size, 2, 'each has its own')
    const first = findings.find(({ reference }) => reference === references[0])
    const accept = { action: 'accept_provider', note: 'They are right.' }
    assert.equal(inShort(await desk.settle(first?.discrepancy_id, accept)), '200')
    const [paid] = await service.world.sql<{ status: string; provider_reference: string }[]>`
      select status, provider_reference from collections where id = ${page.id}`
    assert.deepEqual(paid, { status: 'successful', provider_reference: references[0] })
    await reconciled(day)
    const open = (await desk.discrepancies(page.id)).filter((one) => one.status === 'open')
    assert.deepEqual(
      open.map(({ reference, proposal }) => [reference, proposal?.action]),
      [[references[1], 'keep_ours']],
    )
  })
}
