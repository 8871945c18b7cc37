import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Actor, type Route, route } from '../http/http.ts'
import { changeMetadata, noteChange } from '../metadata/metadata.ts'
import { keepingBlocked } from '../risk/risk.ts'
import {
  answerRequest,
  cancelWithdrawal,
  findSteps,
  findWithdrawal,
  isRefund,
  type RefundRow,
  showRefund,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.ts'
import { listRefunds } from './find-refunds.ts'
import { playedDelay } from './played-delay.ts'
import { quoteRefund, type RefundDesk, requestRefund } from './request-refund.ts'

export type { GivenDestination } from './draft-refund.ts'
export { owedEnder } from './end-owed.ts'
export { playedDelay } from './played-delay.ts'
export { overpaidRefunder } from './refund-overpaid.ts'
export { mispaidReturner } from './return-mispaid.ts'
export { isReturnable, type ReturnDesk, returnAgain, returnToPayer } from './return-to-payer.ts'

/** What merchants do with refunds, in the dashboard and with keys. Approving is not among it. */
export function routes(desk: RefundDesk): Route[] {
  const { world, registry } = desk
  const tell = async (sql: Database | Transaction, row: WithdrawalRow, { merchant }: Actor) => ({
    ...showRefund(refundIn(row), registry, merchant),
    ...(await findSteps(sql, row)),
  })
  return [
    route(operations.quoteRefund, async ({ body, caller }) => {
      await registry.ready()
      return await world.sql.begin((tx) => quoteRefund(tx, desk, caller, body))
    }),
    route(operations.createRefund, async (call) => {
      const { body, caller, idempotently } = call
      await registry.ready()
      const delayMs = await playedDelay(desk, caller)
      return await keepingBlocked(world, () =>
        idempotently(async (tx) => {
          const refund = await requestRefund(tx, desk, caller, body, delayMs)
          noteByPerson(tx, world, call, {
            action: 'refund.request',
            subject: { kind: 'withdrawal', id: refund.id },
            details: { collection_id: refund.collection_id },
          })
          return showRefund(refund, registry, caller.merchant)
        }),
      )
    }),
    route(operations.listRefunds, ({ query, caller, lists }) => listRefunds(lists, registry, caller, query)),
    route(operations.readRefund, async ({ params, caller }) =>
      tell(world.sql, await findWithdrawal(world.sql, params.refund_id, caller, 'refund'), caller),
    ),
    route(operations.changeRefund, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const { id } = await findWithdrawal(tx, params.refund_id, caller, 'refund')
        await changeMetadata(tx, 'withdrawals', id, body.metadata)
        noteChange(tx, world, caller, { kind: 'withdrawal', id }, requestId)
        return await tell(tx, await findWithdrawal(tx, id, caller, 'refund'), caller)
      }),
    ),
    route(operations.answerRefundInfoRequest, async (call) => {
      const { params, body, caller, idempotently } = call
      const delayMs = await playedDelay(desk, caller)
      return await idempotently(async (tx) => {
        const refund = await answerRequest(tx, world, caller, params.refund_id, body, delayMs, 'refund')
        const subject = { kind: 'withdrawal', id: refund.id } as const
        noteByPerson(tx, world, call, { action: 'withdrawal.answer', subject })
        return await tell(tx, refund, caller)
      })
    }),
    route(operations.cancelRefund, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        tell(tx, await cancelWithdrawal(tx, world, caller, params.refund_id, requestId, 'refund'), caller),
      ),
    ),
  ]
}

function refundIn(row: WithdrawalRow): RefundRow {
  if (!isRefund(row)) throw new Error(`The withdrawal ${row.id} is no refund.`)
  return row
}
