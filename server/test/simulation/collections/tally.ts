import { count } from '../kernel/stage.ts'
import type { Touched } from './mirror.ts'
import type { Stage } from './stage.ts'

/** Keeps count of what happened, so that what never does is seen. */
export function countStep(stage: Stage, touched: Touched): void {
  const { mirror } = stage
  for (const { from_status: from, to_status: to, source } of touched.steps) {
    count(stage, `way ${from}→${to}`)
    count(stage, `source ${source}`)
  }
  for (const id of touched.discrepancies) {
    const found = mirror.discrepancies.get(id)
    count(stage, found?.status === 'open' ? `discrepancy ${found.kind}` : `settled with ${found?.action}`)
  }
  for (const id of touched.accounts) {
    const account = mirror.accounts.get(id)
    if (account?.kind === 'receivable' && account.balance < 0) count(stage, 'a debt')
  }
  for (const line of stage.lines) {
    if (/^spend .*refused/.test(line)) count(stage, 'spending refused')
    if (/^(decide|settle) .*refused/.test(line)) count(stage, 'a decision refused')
    if (/^request .*no code/.test(line)) count(stage, 'a request without its code')
    if (/idempotency_key_reused/.test(line)) count(stage, 'a key used for something else')
    const taken = /^callback .*: (\w+)/.exec(line)?.[1]
    if (taken !== undefined) count(stage, `callback ${taken}`)
  }
}
