import type { Access } from './access.ts'
import { describeWebhooks } from './event-bodies.ts'
import { answerHeaders, answersOf, failureExamples, failureResponses } from './openapi-answers.ts'
import { parametersOf } from './openapi-parameters.ts'
import type { Publisher } from './openapi-schemas.ts'
import { tags } from './openapi-tags.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { type RecordedExample, recordedExamples } from './recorded-examples.ts'
import { publishNames } from './schema-names.ts'

export type OpenApiOptions = {
  version: string
  baseUrl: string
  /** Where the sandbox takes callbacks, if that is an address of its own. */
  sandboxBaseUrl?: string
}

/** The OpenAPI 3.1 document of the whole interface, derived from the operations and from nothing else. */
export function openApi(options: OpenApiOptions): Record<string, unknown> {
  const publisher = publishNames()
  const examples = recordedExamples()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of inOrder()) {
    const path = paths[operation.path] ?? {}
    path[operation.method.toLowerCase()] = describeOperation(
      operation,
      publisher,
      examples[operation.id],
      options,
    )
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
    servers: serversOf(options),
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(publisher),
    components: {
      securitySchemes,
      schemas: publisher.components(),
      responses: failureResponses(),
      headers: answerHeaders,
      examples: failureExamples(),
    },
  }
}

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: mlp_live_… or mlp_sandbox_…' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same, in another header.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'malipo.session_token',
    description: 'Set by signing in.',
  },
}

/** One address for both: it would be wrong to let somebody believe that the address chooses. */
function serversOf({ baseUrl }: OpenApiOptions): object[] {
  return [
    {
      url: baseUrl,
      description: 'Live, with a key `mlp_live_…`, or a session: real money moves.',
    },
    {
      url: baseUrl,
      description:
        'Sandbox, at the same address: the key `mlp_sandbox_…` decides, or a session with `X-Environment: sandbox`. No real ' +
        'money moves, but for hosted pages, which are always live.',
    },
  ]
}

/** As the tags come, and within each as it was stated. */
function inOrder(): Operation[] {
  const order = Object.keys(tags)
  return Object.values<Operation>(operations).sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag))
}

function describeOperation(
  operation: Operation,
  publisher: Publisher,
  example: RecordedExample | undefined,
  { sandboxBaseUrl }: OpenApiOptions,
): Record<string, unknown> {
  const isPlayed = operation.id === operations.takeSandboxCallback.id && sandboxBaseUrl !== undefined
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, describeAccess(operation.access)].filter(Boolean).join('\n\n'),
    ...(isPlayed && {
      servers: [{ url: sandboxBaseUrl, description: 'Where the sandbox takes callbacks.' }],
    }),
    security: securityOf(operation.access),
    parameters: parametersOf(operation, publisher),
    ...requestBodyOf(operation, publisher, example?.request),
    responses: answersOf(operation, publisher, example?.reply),
  }
}

function requestBodyOf(
  { body, anyContentType, takesCsv }: Operation,
  publisher: Publisher,
  example: unknown,
): object {
  if (anyContentType) {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content } }
  }
  if (body === undefined) return {}
  const required = (body.required ?? []).length > 0
  const schema = publisher.refer(body)
  const content = {
    'application/json': { schema, ...(example !== undefined && { example }) },
    ...(takesCsv !== undefined && { 'text/csv': { schema: { type: 'string' } } }),
  }
  return { requestBody: { required, content } }
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
