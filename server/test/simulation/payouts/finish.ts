import { checkBooks } from '../../../src/operator/operator.ts'
import type { WithdrawalStatus } from '../../../src/withdrawals/withdrawal-lifecycle.ts'
import { accuse } from '../kernel/stage.ts'
import { giveUpWaiting } from '../kernel/steps.ts'
import { knownIn } from './known.ts'
import type { Seen } from './see.ts'
import type { Stage } from './stage.ts'
import { decideRightly, openDiscrepancies, settleOne } from './steps-of-people.ts'
import { chaseBy, owe, takeForgotten } from './steps-of-providers.ts'

type Check = (name: string) => Promise<void>

const dayMs = 86_400_000

/** The provider is well again and says once more what is true; people decide what is left. Then nothing stays open. */
export async function finish(stage: Stage, check: Check): Promise<void> {
  const { network, processes } = stage
  network.isHealthy = true
  await giveUpWaiting(stage, stage.clock.now().getTime())
  await check('the last slow answers')
  const each = async (name: string, statuses: readonly WithdrawalStatus[], act: (one: Seen) => void) => {
    for (const one of knownIn(stage, statuses)) {
      act(one)
      await stage.settle()
    }
    await check(name)
  }
  await each('the last answers', ['INFO_REQUESTED', 'PENDING_ADMIN_APPROVAL'], (one) =>
    decideRightly(stage, 'reject', one),
  )
  await each('the last retries', ['BLOCKED_IP_WHITELIST'], (one) => decideRightly(stage, 'retry', one))
  for (let round = 0; round < 3; round += 1) {
    stage.clock.pass(dayMs)
    takeForgotten(stage)
    await stage.settle()
    chaseBy(stage, processes.b)
    await stage.settle()
    await check('the last chase')
  }
  network.owed = []
  for (const payout of network.payouts.values()) {
    if (payout.state === 'waiting') payout.state = 'paid'
    owe(stage, payout, 0)
  }
  for (const { label, raw } of network.owed) {
    const act = async () => (await processes.a.take(raw))?.outcome ?? 'a hint'
    stage.launch(processes.a, `last word ${label}`, act)
    await stage.settle()
  }
  await check('the last words')
  await each('the last decisions', ['NEEDS_ADMIN_ATTENTION', 'NEEDS_RECONCILIATION'], (one) =>
    decideRightly(stage, wasPaid(stage, one) ? 'resolve paid' : 'resolve failed', one),
  )
  for (const one of await openDiscrepancies(stage)) {
    settleOne(stage, one)
    await stage.settle()
  }
  await check('the last settlements')
  const findings = (await checkBooks(stage.world)).filter(({ holds }) => !holds)
  accuse(stage, 'end', [
    ...knownIn(stage, null).flatMap((one) => faultsAtTheEnd(stage, one)),
    ...findings.map(({ check: name, details }) => `${name}: ${details}`),
  ])
  await check('the end')
}

function wasPaid({ network }: Stage, { label }: Seen): boolean {
  return network.payouts.get(label)?.state === 'paid'
}

const over: readonly WithdrawalStatus[] = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

/** What is true at the provider is true here. In the sandbox a developer may have said otherwise, as may a person. */
function faultsAtTheEnd(stage: Stage, one: Seen): string[] {
  const { label, status, environment, steps } = one
  if (!over.includes(status)) return [`${label} is still ${status}`]
  const theirs = stage.network.payouts.get(label)?.state
  const erred = (from: WithdrawalStatus | null, to: WithdrawalStatus) =>
    steps.some((step) => step.source === 'super_admin' && step.to === to && (from ?? step.from) === step.from)
  // Who was shown that it was paid and called it failed all the same is not asked again.
  const isErred =
    (theirs === undefined && erred(null, 'SUCCESS')) ||
    (theirs === 'paid' && erred('NEEDS_ADMIN_ATTENTION', 'FAILED'))
  if (environment === 'sandbox' || isErred) return []
  const fits =
    theirs === 'reversed'
      ? status === 'REVERSED' || status === 'FAILED'
      : wasPaid(stage, one) === (status === 'SUCCESS')
  return fits ? [] : [`${label} is ${theirs ?? 'unknown'} at the provider, and ${status} here`]
}
