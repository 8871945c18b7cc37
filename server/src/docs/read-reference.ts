import { type RefusalCode, refusals } from '@malipo/contract'

/** As much of JSON Schema as the interface uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: Schema
}

type Example = { value?: unknown }
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, Example> }
type Answer = { description?: string; content?: Record<string, Media> }
type Described = {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  security?: Record<string, unknown>[]
  parameters?: (Parameter & { $ref?: string })[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, Answer & { $ref?: string }>
}

export type OpenApiDocument = {
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Described>>
  webhooks?: Record<string, Record<string, Described>>
  components?: Record<string, Record<string, unknown>>
}

/** What is sent or answered, with an example of it. */
export type Body = { type: string; schema: Schema; example: unknown }

export type ReferenceCall = {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  takesKey: boolean
  parameters: Parameter[]
  body: Body | undefined
  status: string
  reply: Body | undefined
  refusals: RefusalCode[]
}

export type ReferenceEvent = { type: string; summary: string; description: string; body: Body | undefined }

export type Reference = {
  tags: { name: string; about: string; address: string; calls: ReferenceCall[] }[]
  calls: Map<string, ReferenceCall>
  events: ReferenceEvent[]
  /** Follows references, however many. */
  follow(schema: Schema): Schema
  addressOf(call: ReferenceCall): string
  /** Of `GET /v1/me` and the like, where it is one of the interface. */
  addressOfCall(call: string): string | undefined
}

/** The interface as the reference tells it: read from the OpenAPI document and from nothing else, so that both say the same. */
export function readReference(described: Record<string, unknown>): Reference {
  const document = described as OpenApiDocument
  const follow = follower(document)
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, one]) => one.operationId !== undefined)
      .map(([method, one]) => readCall(method.toUpperCase(), path, one, follow)),
  )
  const names = (document.tags ?? []).map(({ name }) => name)
  const tags = names
    .map((name) => ({
      name,
      about: document.tags?.find((tag) => tag.name === name)?.description ?? '',
      address: addressOfTag(name),
      calls: calls.filter(({ tag }) => tag === name),
    }))
    .filter((tag) => tag.calls.length > 0)
  const addressOf = ({ tag, id }: ReferenceCall) => `${addressOfTag(tag)}#${id}`
  const addresses = new Map(calls.map((call) => [`${call.method} ${call.path}`, addressOf(call)]))
  return {
    tags,
    calls: new Map(calls.map((call) => [call.id, call])),
    events: Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) =>
      post ? [readEvent(type, post, follow)] : [],
    ),
    follow,
    addressOf,
    addressOfCall: (call) => addresses.get(call),
  }
}

export const referenceAddress = '/docs/reference'

function addressOfTag(name: string): string {
  return `${referenceAddress}/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}

function follower(document: OpenApiDocument): (schema: Schema) => Schema {
  return function follow(schema): Schema {
    if (schema.$ref === undefined) return schema
    const found = schema.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((within, name) => (within as Record<string, unknown> | undefined)?.[name], document)
    if (found === undefined) throw new Error(`The document has no ${schema.$ref}`)
    const { $ref: _followed, ...beside } = schema
    return { ...follow(found as Schema), ...beside }
  }
}

type Follow = (schema: Schema) => Schema

/** Parameters, answers and schemas may all stand elsewhere, and are followed alike. */
function at<T>(follow: Follow, value: T): T {
  return follow(value as Schema) as T
}

function readCall(method: string, path: string, one: Described, follow: Follow): ReferenceCall {
  const answers = Object.entries(one.responses ?? {}).map(
    ([status, answer]) => [status, at(follow, answer)] as const,
  )
  const [status = '', reply] = answers.find(([code]) => code.startsWith('2')) ?? []
  return {
    id: one.operationId,
    method,
    path,
    tag: one.tags?.[0] ?? '',
    summary: one.summary ?? one.operationId,
    description: one.description ?? '',
    takesKey: (one.security ?? []).some((way) => 'apiKey' in way),
    parameters: (one.parameters ?? []).map((parameter) => at(follow, parameter)),
    body: readBody(one.requestBody && at(follow, one.requestBody).content, follow),
    status,
    reply: readBody(reply?.content, follow),
    refusals: refusalsIn(answers.filter(([code]) => !code.startsWith('2'))),
  }
}

function readEvent(type: string, one: Described, follow: Follow): ReferenceEvent {
  const { summary = type, description = '' } = one
  return { type, summary, description, body: readBody(one.requestBody?.content, follow) }
}

function readBody(content: Record<string, Media> | undefined, follow: Follow): Body | undefined {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (type === undefined || media?.schema === undefined) return undefined
  const given = media.example ?? Object.values(media.examples ?? {}).map((one) => at(follow, one).value)[0]
  return { type, schema: media.schema, example: given }
}

const codes = Object.keys(refusals) as RefusalCode[]

/** Each answer that is no success names its codes. */
function refusalsIn(answers: (readonly [string, Answer])[]): RefusalCode[] {
  const named = new Set(
    answers.flatMap(([, { description = '' }]) =>
      Array.from(description.matchAll(/`(\w+)`/g), ([, code]) => code),
    ),
  )
  return codes.filter((code) => named.has(code))
}
