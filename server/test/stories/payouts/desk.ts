import type { Environment } from '@malipo/contract'
import type { Reply, Service } from '../../service.ts'
import { type Discrepancy, hireAdmin } from '../money/admin.ts'
import { dataOf, type Fields } from '../money/shop.ts'

export type Action = 'approve' | 'reject' | 'request-info' | 'resolve' | 'retry'
export type Desk = Awaited<ReturnType<typeof openDesk>>

type Entry = { action: string; actor_id: string | null; details: Fields }

/** A Super Admin who decides about withdrawals. */
export async function openDesk(service: Service) {
  const admin = await hireAdmin(service)
  return {
    ...admin,
    decide: (
      id: unknown,
      action: Action,
      body: Fields = {},
      environment: Environment = 'live',
    ): Promise<Reply> => admin.call(`/v1/admin/withdrawals/${id}/${action}`, environment, { body }),
    async story(id: unknown, environment: Environment = 'live'): Promise<Fields> {
      return dataOf(await admin.call(`/v1/admin/withdrawals/${id}`, environment))
    },
    async contradictions(id: unknown, environment: Environment = 'live'): Promise<Discrepancy[]> {
      const path = `/v1/admin/discrepancies?withdrawal_id=${id}`
      return dataOf(await admin.call(path, environment)).items as Discrepancy[]
    },
    /** Who decided what about a withdrawal, as the audit log tells it, in order. */
    async decisions(id: unknown): Promise<string[]> {
      const rows = await service.world.sql<Entry[]>`
        select action, actor_id, details from audit_log
        where subject_id = ${String(id)} and action not in ('withdrawal.request', 'withdrawal.answer') order by seq`
      return rows.map(({ action, actor_id: by, details: { from, to } }) => {
        const who = by === admin.adminId ? 'me' : 'another'
        return `${action} by ${who}: ${from} → ${to}`
      })
    },
  }
}
