import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { newAdmin, type Sent, type Service, sessionOf } from '../../service.ts'
import { dataOf, type Fields } from './shop.ts'
import { whenCalm } from './when-calm.ts'

export type Discrepancy = {
  id: string
  collection_id: string
  reference: string | null
  kind: string
  ours: string
  theirs: string
  status: string
  action: string | null
  settled_by: string | null
  proposal: { action: string; because: string } | null
  choices: { action: string; effect: string | null }[]
}

/** A Super Admin at work, in live unless told otherwise. */
export async function hireAdmin(service: Service) {
  const email = `admin-${randomUUID()}@malipo.test`
  await whenCalm(service)
  const { user_id: adminId } = await newAdmin(service, email)
  const cookie = await sessionOf(service, email)
  const call = (path: string, environment: Environment = 'live', sent: Sent = {}) =>
    service.call(path, { cookie, ...sent, headers: { 'x-environment': environment, ...sent.headers } })
  return {
    adminId,
    call,
    async discrepancies(collectionId: unknown, environment: Environment = 'live'): Promise<Discrepancy[]> {
      const path = `/v1/admin/discrepancies?collection_id=${collectionId}`
      return dataOf(await call(path, environment)).items as Discrepancy[]
    },
    settle: (id: unknown, body: Fields, environment: Environment = 'live') =>
      call(`/v1/admin/discrepancies/${id}/settle`, environment, { body }),
    decide: (id: unknown, decision: 'clear' | 'decline', environment: Environment = 'live') =>
      call(`/v1/admin/collections/${id}/${decision}`, environment, { body: { note: 'looked at it' } }),
    /** What the audit log says was done to something, in order. */
    async audited(subjectId: unknown): Promise<{ action: string; actor_id: string | null }[]> {
      const rows = await service.world.sql<{ action: string; actor_id: string | null }[]>`
        select action, actor_id from audit_log where subject_id = ${String(subjectId)} order by seq`
      return [...rows]
    },
  }
}
