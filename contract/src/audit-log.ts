import Type from 'typebox'
import { Body, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

export const auditLogOperations = {
  adminListAuditLog: operation({
    ...asAdmin,
    id: 'adminListAuditLog',
    method: 'GET',
    path: '/v1/admin/audit-log',
    summary: 'What people with power did',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      action: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      subject_id: Type.Optional(Id),
      merchant_id: Type.Optional(Id),
      actor_id: Type.Optional(Id),
    }),
    reply: ListOf(
      Type.Object({
        seq: Type.Integer(),
        at: Timestamp,
        actor_kind: Type.String(),
        actor_id: Nullable(Id),
        by: Nullable(Type.String({ description: 'The name of the person who did it, where it was one.' })),
        action: Type.String(),
        subject_kind: Type.String(),
        subject_id: Id,
        merchant_id: Nullable(Id),
        details: Type.Unknown(),
        request_id: Nullable(Type.String()),
        hash: Type.String(),
      }),
    ),
  }),
  adminVerifyAuditLog: operation({
    ...asAdmin,
    id: 'adminVerifyAuditLog',
    method: 'POST',
    path: '/v1/admin/audit-log/verify',
    summary: 'Walk the chain of the audit log',
    idempotency: 'none',
    reply: Type.Object({ holds: Type.Boolean(), problem: Nullable(Type.String()) }),
  }),
}
