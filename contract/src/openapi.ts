import Type, { type TSchema } from 'typebox'
import type { Access } from './access.ts'
import { describeWebhooks } from './event-bodies.ts'
import { type Operation, pathParamNames } from './operation.ts'
import { operations } from './operations.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/** The OpenAPI 3.1 document of the whole interface, derived from the operations and from nothing else. */
export function openApi(options: { version: string; baseUrl: string }): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of Object.values<Operation>(operations)) {
    const path = paths[operation.path] ?? {}
    path[operation.method.toLowerCase()] = describeOperation(operation)
    paths[operation.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Malipo',
      version: options.version,
      description:
        'Collect money and pay it out. Success answers `{success: true, data}`, failure `{success: false, error}`; ' +
        'each response carries `X-Request-Id`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags: [...new Set(Object.values<Operation>(operations).map((o) => o.tag))].map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: mlp_live_… or mlp_sandbox_…' },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'malipo.session_token',
          description: 'Set by signing in.',
        },
      },
      schemas: { Failure: failureSchema },
    },
  }
}

const failureSchema = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.Enum(Object.keys(refusals)),
    message: Type.String(),
    details: Type.Unknown({
      description:
        'For validation_error a list of {field, problem}; for insufficient_balance {available, required, currency}; ' +
        'else null or an object.',
    }),
  }),
})

function describeOperation(operation: Operation): Record<string, unknown> {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, describeAccess(operation.access)].filter(Boolean).join('\n\n'),
    security: securityOf(operation.access),
    parameters: parametersOf(operation),
    ...(operation.body && {
      requestBody: {
        required: (operation.body.required ?? []).length > 0,
        content: { 'application/json': { schema: operation.body } },
      },
    }),
    ...(operation.anyContentType && {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    }),
    responses: {
      [operation.status]: {
        description: 'Success',
        content: successContent(operation),
      },
      ...(operation.waitsForMs !== undefined && {
        202: { description: 'Under way: the outcome is not known yet', content: successContent(operation) },
      }),
      ...failuresOf(operation),
    },
  }
}

function successContent({ reply, csv, stream, file }: Operation): Record<string, { schema: TSchema }> {
  if (file) return { [file]: { schema: Type.String({ format: 'binary' }) } }
  if (stream) return { 'text/event-stream': { schema: reply } }
  return {
    'application/json': { schema: Type.Object({ success: Type.Literal(true), data: reply }) },
    ...(csv && { 'text/csv': { schema: Type.String() } }),
  }
}

function parametersOf(operation: Operation): unknown[] {
  const headers: unknown[] = []
  if (operation.idempotency !== 'none') {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: operation.idempotency === 'required',
      schema: { type: 'string', format: 'uuid' },
      description: 'A fresh UUID for each new request, and the same one for its retries.',
    })
  }
  for (const { name, description } of operation.headers ?? []) {
    headers.push({ name, in: 'header', required: true, schema: { type: 'string' }, description })
  }
  if (operation.stream) {
    headers.push({
      name: 'Last-Event-ID',
      in: 'header',
      schema: { type: 'string', format: 'uuid' },
      description:
        'The last event you have, to go on after it. Without it only what happens from now on is sent.',
    })
  }
  const { access } = operation
  if (access.who === 'merchant' && access.merchant === 'caller') {
    headers.push({ name: 'X-Merchant-Id', in: 'header', schema: { type: 'string', format: 'uuid' } })
  }
  if (access.who === 'merchant' || access.who === 'super_admin') {
    headers.push({
      name: 'X-Environment',
      in: 'header',
      schema: { enum: ['live', 'sandbox'], default: 'live' },
      description: 'For signed-in people; a key has an environment of its own.',
    })
  }
  const required = new Set(operation.query?.required ?? [])
  return [
    ...pathParamNames(operation.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: name.endsWith('_id') ? { type: 'string', format: 'uuid' } : { type: 'string' },
    })),
    ...Object.entries(operation.query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema,
    })),
    ...headers,
  ]
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access.who === 'anyone') return []
  const takesKeys = access.who === 'merchant' && access.keys !== 'none'
  return takesKeys ? [{ apiKey: [] }, { apiKeyHeader: [] }, { session: [] }] : [{ session: [] }]
}

function describeAccess(access: Access): string {
  if (access.who === 'anyone') return ''
  if (access.who === 'person') return 'Needs a signed-in person.'
  if (access.who === 'super_admin') return 'Needs a Super Admin.'
  const people = `Roles: ${access.roles.join(', ')}.`
  if (access.keys === 'none') return `Dashboard session only. ${people}`
  return `${access.keys === 'any' ? 'Any API key' : `API key with scope \`${access.keys}\``}, or dashboard session. ${people}`
}

/** Which refusals an operation can answer with: those of its access, its inputs and the service as a whole. */
function refusalsOf(operation: Operation): RefusalCode[] {
  const codes = new Set<RefusalCode>([
    'rate_limited',
    'internal_error',
    'unavailable',
    ...(operation.refusals ?? []),
  ])
  const { access } = operation
  if (access.who !== 'anyone') codes.add('unauthenticated')
  if (access.who === 'person' || access.who === 'super_admin') codes.add('dashboard_session_required')
  if (access.who === 'super_admin') codes.add('forbidden')
  if (access.who === 'merchant') {
    for (const code of ['invalid_api_key', 'forbidden', 'merchant_mismatch'] as const) codes.add(code)
    codes.add(access.keys === 'none' ? 'dashboard_session_required' : 'insufficient_scope')
    if (access.merchant === 'caller') codes.add('merchant_required')
  }
  if (operation.idempotency === 'required') codes.add('idempotency_key_required')
  if (operation.idempotency !== 'none') {
    for (const code of [
      'idempotency_key_invalid',
      'idempotency_key_reused',
      'idempotency_in_progress',
    ] as const) {
      codes.add(code)
    }
  }
  if (operation.query || operation.body) codes.add('validation_error')
  if (operation.body) {
    for (const code of ['invalid_json', 'body_too_large', 'unsupported_media_type'] as const) codes.add(code)
  }
  return [...codes]
}

function failuresOf(operation: Operation): Record<string, unknown> {
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of refusalsOf(operation)) {
    const { status } = refusals[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answers = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ])
  return Object.fromEntries(answers)
}
