import Type from 'typebox'
import { ScopeName } from './fields.ts'
import type { Publisher } from './openapi-schemas.ts'
import type { Operation } from './operation.ts'
import { refusalsOf } from './operation-refusals.ts'
import { operations } from './operations.ts'
import { type RefusalCode, refusals } from './refusals.ts'

const FieldProblem = Type.Object({
  row: Type.Optional(Type.Integer({ description: 'Of a batch: in which row, counted from 1.' })),
  field: Type.String({ description: 'Where it stands, like `items.0.unit_price`.' }),
  problem: Type.String({ description: 'What would be right.' }),
})

const BalanceShortfall = Type.Object({
  available: Type.String(),
  required: Type.String(),
  currency: Type.String(),
})

const MissingScope = Type.Object({ required_scope: ScopeName })

/** What is said beside the code, where it is always said. */
const detailsOf: Partial<Record<RefusalCode, object>> = {
  validation_error: Type.Array(FieldProblem, { description: 'All of them at once.' }),
  insufficient_balance: BalanceShortfall,
  insufficient_scope: MissingScope,
}

/** In the order of the table. What is refused before an operation is found belongs to none. */
const codes = codesInUse()

function codesInUse(): RefusalCode[] {
  const used = new Set(Object.values<Operation>(operations).flatMap(refusalsOf))
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => used.has(code))
}

/** A schema for each code: whoever has read the code knows the details. */
export function errorSchemas(): Record<string, object> {
  return {
    FieldProblem,
    BalanceShortfall,
    MissingScope,
    ...Object.fromEntries(codes.map((code) => [errorName(code), errorSchema(code)])),
  }
}

function errorSchema(code: RefusalCode): object {
  return Type.Object(
    {
      code: Type.Literal(code),
      message: Type.String({ description: 'What to do next, in plain words.' }),
      details: detailsOf[code] ?? Type.Unknown({ description: 'Null, or more about it.' }),
    },
    { description: refusals[code].message },
  )
}

function errorName(code: RefusalCode): string {
  return `${pascalCase(code)}Error`
}

function pascalCase(code: RefusalCode): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

/** An example for each code, as the service says it unless it knows better. */
export function failureExamples(): Record<string, object> {
  return Object.fromEntries(codes.map((code) => [code, { value: failureExample(code) }]))
}

const exampleDetails: Partial<Record<RefusalCode, unknown>> = {
  validation_error: [{ field: 'amount', problem: 'is required' }],
  insufficient_balance: { available: '1500.00', required: '20200.00', currency: 'TZS' },
  insufficient_scope: { required_scope: 'collections:write' },
  rate_limited: { retry_after_seconds: 12 },
}

function failureExample(code: RefusalCode): object {
  const { message } = refusals[code]
  return { success: false, error: { code, message, details: exampleDetails[code] ?? null } }
}

export const answerHeaders = {
  'X-Request-Id': {
    description: 'The caller’s own if it was sent and sane, else ours. Quote it when you ask about a call.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before it is tried again.', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: '`true` where the answer is that of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const headerRef = (name: keyof typeof answerHeaders) => ({
  [name]: { $ref: `#/components/headers/${name}` },
})

export function answersOf(
  operation: Operation,
  publisher: Publisher,
  example: unknown,
): Record<string, unknown> {
  const content = successContent(operation, publisher, example)
  const headers = {
    ...headerRef('X-Request-Id'),
    ...(operation.idempotency !== 'none' && headerRef('Idempotent-Replayed')),
  }
  return {
    [operation.status]: { description: 'Success', headers, content },
    ...(operation.mayExist && { 200: { description: 'It was there before', headers, content } }),
    ...(operation.waitsForMs !== undefined && {
      202: { description: 'Under way: the outcome is not known yet', headers, content },
    }),
    ...failuresOf(operation),
  }
}

function successContent(operation: Operation, publisher: Publisher, example: unknown): object {
  const { file, otherFiles = [], stream, csv, reply } = operation
  if (file) {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    // JSON is read as what it says, though it comes as a file.
    const value = { schema: { type: 'object' } }
    const contentOf = (type: string) => (type === 'application/json' ? value : bytes)
    return Object.fromEntries([file, ...otherFiles].map((type) => [type, contentOf(type)]))
  }
  if (stream) return { 'text/event-stream': { schema: publisher.refer(reply) } }
  const envelope = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { type: 'boolean', const: true }, data: publisher.refer(reply) },
  }
  return {
    'application/json': { schema: envelope, ...(example !== undefined && { example }) },
    ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
  }
}

function failuresOf(operation: Operation): Record<string, unknown> {
  const places = codesByStatus(operation).map(([status, ofStatus]) => [
    String(status),
    { $ref: `#/components/responses/${responseName(ofStatus)}` },
  ])
  return Object.fromEntries(places)
}

function codesByStatus(operation: Operation): [number, RefusalCode[]][] {
  const can = new Set(refusalsOf(operation))
  const byStatus = new Map<number, RefusalCode[]>()
  // In the order of the table, which is that of the statuses.
  for (const code of codes.filter((one) => can.has(one))) {
    const { status } = refusals[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus]
}

/** What is answered with the same codes is said once, and called after them. */
export function failureResponses(): Record<string, object> {
  const every = Object.values<Operation>(operations).flatMap(codesByStatus)
  const answers = every.map(([, ofStatus]) => [responseName(ofStatus), failure(ofStatus)] as const)
  return Object.fromEntries(answers.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function responseName(ofStatus: RefusalCode[]): string {
  return ofStatus.map(pascalCase).join('Or')
}

/** The codes of a status as a choice among their schemas: programs read them, and people the description. */
function failure(ofStatus: RefusalCode[]): object {
  const saysWhen = ofStatus.some((code) => code === 'rate_limited' || code === 'unavailable')
  return {
    description: ofStatus.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
    headers: { ...headerRef('X-Request-Id'), ...(saysWhen && headerRef('Retry-After')) },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'error'],
          properties: { success: { type: 'boolean', const: false }, error: oneOfErrors(ofStatus) },
        },
        examples: Object.fromEntries(
          ofStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

function oneOfErrors(ofStatus: RefusalCode[]): object {
  const places = ofStatus.map((code) => [code, `#/components/schemas/${errorName(code)}`] as const)
  const options = places.map(([, $ref]) => ({ $ref }))
  const [only] = options
  if (options.length === 1 && only !== undefined) return only
  return { oneOf: options, discriminator: { propertyName: 'code', mapping: Object.fromEntries(places) } }
}
