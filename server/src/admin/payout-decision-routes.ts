import { type Operation, operations } from '@malipo/contract'
import type { PersonPrincipal } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { type Askers, lookFresh } from '../evidence/evidence.ts'
import { type Call, deciderOf, type Route, route } from '../http/http.ts'
import { invalid } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import {
  type Deciding,
  type Decision,
  decideWithdrawal,
  findUnresolved,
  type PayoutDecider,
  pendingStatuses,
  resolvable,
} from '../withdrawals/withdrawals.ts'
import { delayOfReturn, sendAgain } from './send-again.ts'
import { dossierOf } from './withdrawal-dossier.ts'

/** Where a Super Admin says what happens to a withdrawal. No key and no merchant's session comes here. */
export function payoutDecisionRoutes({
  askers,
  ...deciding
}: Deciding & { askers: Askers; registry: Registry }): Route[] {
  const { sql } = deciding.world
  const decide = async (tx: Transaction, by: PayoutDecider, id: string, decision: Decision) => {
    await decideWithdrawal(tx, deciding, by, id, decision)
    return await dossierOf(tx, deciding.world, id, by, deciding)
  }
  return [
    route(operations.adminApproveWithdrawal, (call) =>
      call.idempotently((tx) => {
        const { note = null, override_cooling: overridesCooling = false } = call.body
        // Whoever reads it later wants to know why it could not wait.
        if (overridesCooling && note === null) throw invalid({ field: 'note', problem: 'is required' })
        return decide(tx, payoutDeciderOf(call), call.params.withdrawal_id, {
          ...{ action: 'approve', to: 'PROCESSING', from: pendingStatuses, note, overridesCooling },
        })
      }),
    ),
    route(operations.adminRejectWithdrawal, (call) =>
      call.idempotently((tx) =>
        decide(tx, payoutDeciderOf(call), call.params.withdrawal_id, {
          action: 'reject',
          to: 'REJECTED',
          from: pendingStatuses,
          note: call.body.note,
        }),
      ),
    ),
    route(operations.adminRequestWithdrawalInfo, (call) =>
      call.idempotently((tx) =>
        decide(tx, payoutDeciderOf(call), call.params.withdrawal_id, {
          action: 'request_info',
          to: 'INFO_REQUESTED',
          from: ['PENDING_ADMIN_APPROVAL'],
          note: call.body.note,
        }),
      ),
    ),
    route(operations.adminResolveWithdrawal, async (call) => {
      const by = payoutDeciderOf(call)
      const { outcome: to, note, evidence_version: told } = call.body
      const id = call.params.withdrawal_id
      const find = () => findUnresolved(deciding.world, by, id)
      // What the provider has never seen it has not paid: whoever calls it failed is told nothing new.
      const expected = to === 'FAILED' ? 'never_seen' : undefined
      const fresh = await lookFresh(sql, askers.disbursement, find, expected)
      const seen = told ?? fresh
      return await call.idempotently((tx) =>
        decide(tx, by, id, { action: 'resolve', to, from: resolvable, note, seen }),
      )
    }),
    route(operations.adminRetryWithdrawal, (call) =>
      call.idempotently((tx) =>
        decide(tx, payoutDeciderOf(call), call.params.withdrawal_id, {
          action: 'retry',
          to: 'PROCESSING',
          from: ['BLOCKED_IP_WHITELIST'],
          note: call.body.note ?? null,
        }),
      ),
    ),
    route(operations.adminRetryReturn, async (call) => {
      const by = payoutDeciderOf(call)
      const { note = null, ...given } = call.body
      const desk = { world: deciding.world, registry: deciding.registry }
      const delayMs = await delayOfReturn(desk, by, call.params.withdrawal_id)
      return await call.idempotently(async (tx) => {
        const id = await sendAgain(tx, desk, by, call.params.withdrawal_id, { note, given, delayMs })
        return await dossierOf(tx, deciding.world, id, by, deciding)
      })
    }),
  ]
}

type DecidingCall = Pick<Call<Operation>, 'requestId' | 'environment'> & { caller: PersonPrincipal }

function payoutDeciderOf(call: DecidingCall): PayoutDecider {
  return { ...deciderOf(call), environment: call.environment() }
}
