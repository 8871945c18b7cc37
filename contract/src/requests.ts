import Type from 'typebox'
import type { Access } from './access.ts'
import { Body, Id, ListOf, listQuery, Nullable, period, Timestamp } from './fields.ts'
import { operation } from './operation.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/** Whoever keeps keys and webhooks. A key that could read it would read what other keys have sent. */
const developers = {
  who: 'merchant',
  merchant: 'caller',
  roles: ['owner', 'admin', 'developer'],
  keys: 'none',
} as const satisfies Access

/** What can be called: requests in other methods are refused, and not kept. */
export const requestMethods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

const Status = Type.Integer({ minimum: 100, maximum: 599, 'x-problem': 'must be a status like 409' })
const ErrorCode = Type.Enum(Object.keys(refusals) as RefusalCode[])
const Text = (most: number) => Type.String({ minLength: 1, maxLength: most })

const LoggedRequest = {
  request_id: Type.String({ description: 'As the answer had it in `X-Request-Id`.' }),
  at: Timestamp,
  method: Type.Enum([...requestMethods]),
  path: Type.String({ description: 'Without what follows the question mark.' }),
  query: Nullable(Type.String()),
  status: Type.Integer(),
  error_code: Nullable(Type.String({ description: 'The `code` of a refusal.' })),
  duration_ms: Type.Integer(),
  api_key_id: Nullable(Id),
  ip: Type.String(),
  idempotency_key: Nullable(Type.String()),
  resource_id: Nullable(Type.String({ description: 'What the call was about, or has made.' })),
}

export const RequestSummary = Type.Object(LoggedRequest)

export const RequestDetails = Type.Object({
  ...LoggedRequest,
  request_body: Nullable(
    Type.String({ description: 'The JSON that was sent, with secrets hidden. Null where there was none.' }),
  ),
  request_body_cut: Type.Boolean({ description: 'There was more than the 16 KiB that are kept.' }),
  response_body: Nullable(
    Type.String({
      description: 'The JSON that was answered, with secrets hidden. Null for files and streams.',
    }),
  ),
  response_body_cut: Type.Boolean({ description: 'There was more than the 16 KiB that are kept.' }),
})

export const requestOperations = {
  listRequests: operation({
    id: 'listRequests',
    method: 'GET',
    path: '/v1/merchant/requests',
    tag: 'Requests',
    summary: 'List the requests of the last seven days',
    description:
      'What keys and members of the merchant have called, refusals too, a moment after it was answered. Reading this log leaves no row in it.',
    access: developers,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      ...period,
      method: Type.Optional(Type.Enum([...requestMethods])),
      path: Type.Optional(Text(500)),
      status: Type.Optional(Status),
      error_code: Type.Optional(ErrorCode),
      min_duration_ms: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 999_999_999,
          'x-problem': 'must be a whole number of milliseconds',
          description:
            'Those that took at least as long, among the newest 100,000 that the other filters find.',
        }),
      ),
      authenticated_by: Type.Optional(
        Type.Enum(['key', 'session'], {
          description:
            'Only what programs called with keys, or only what people did, in the dashboard above all.',
        }),
      ),
      api_key_id: Type.Optional(Id),
      ip: Type.Optional(Text(64)),
      idempotency_key: Type.Optional(Text(100)),
      resource_id: Type.Optional(Text(100)),
    }),
    status: 200,
    reply: ListOf(RequestSummary),
  }),
  readRequest: operation({
    id: 'readRequest',
    method: 'GET',
    path: '/v1/merchant/requests/{request_id}',
    tag: 'Requests',
    summary: 'Read a request with its bodies',
    description: 'Of several that were sent with one `X-Request-Id` it is the newest.',
    access: developers,
    idempotency: 'none',
    status: 200,
    reply: RequestDetails,
    refusals: ['not_found'],
  }),
}
