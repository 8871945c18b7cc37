import { clientMethods, isList, type Operation, openApi, operations } from '@malipo/contract'
import { extendComponents } from './extend-components.ts'
import { extraMarks, leftOut } from './names.ts'
import type { Schema } from './write-type.ts'

/** A function of the client, before it is written down. */
export type Method = {
  /** Like `collections`, or `admin.withdrawals`. */
  resource: string
  name: string
  /** The method, the path and the marks, as `call.ts` reads them. */
  line: string
  comment: string
  parameters: string[]
  input?: { schema: Schema; name: string; isOptional: boolean }
  /** What is resolved with: a schema, the items of a list, or TypeScript as it is. */
  gives: { schema: Schema } | { items: Schema } | { type: string }
}

export type Interface = {
  methods: Method[]
  components: Record<string, Schema>
  /** Each event with the schema of what it carries. */
  events: { type: string; carries: Schema }[]
}

type Content = { content: { 'application/json': { schema: Schema } } }
type Described = {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

/** The document of the interface, as far as it is read here. */
type Document = {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Required<Described> }>
  components: { schemas: Record<string, Schema> }
}

/** The public interface as the client shows it. An operation that has neither a name nor a reason to have none is an error. */
export function readInterface(): Interface {
  const document = openApi({ version: '', baseUrl: '' }) as unknown as Document
  const methods = Object.values<Operation>(operations)
    .filter(({ id }) => !Object.hasOwn(leftOut, id))
    .flatMap((operation) => methodsOf(operation, document))
  const events = Object.entries(document.webhooks).map(([type, { post }]) => {
    const { data = {} } = resolve(document, schemaIn(post.requestBody)).properties ?? {}
    return { type, carries: data }
  })
  return { methods, components: extendComponents(document.components.schemas), events }
}

function methodsOf(operation: Operation, document: Document): Method[] {
  const fullName = nameOf(operation)
  const at = fullName.lastIndexOf('.')
  const marks = marksOf(operation)
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
  if (!described) throw new Error(`${operation.id} is not in the document`)
  const input = inputOf(operation, described, marks, document)
  const method: Method = {
    resource: fullName.slice(0, at),
    name: fullName.slice(at + 1),
    line: [operation.method, operation.path, ...marks].join(' '),
    comment: [operation.summary, operation.description].filter(Boolean).join('. ').replace(/[^.]$/, '$&.'),
    parameters: parametersOf(operation, marks),
    ...(input && { input }),
    gives: replyOf(operation, described, document),
  }
  if (!operation.csv) return [method]
  const line = [operation.method, operation.path, ...marks.filter((mark) => mark !== 'list'), 'csv'].join(' ')
  const comment = `${operation.summary} as CSV, one page of it.`
  return [method, { ...method, name: 'csv', line, comment, gives: { type: 'string' } }]
}

function nameOf({ id }: Operation): string {
  const name = clientMethods[id]
  if (name === undefined) throw new Error(`${id} has no name in the client: give it one in client-methods.ts`)
  return name
}

function marksOf(operation: Operation): string[] {
  const { id, access, body, query, idempotency, moneyNumbers, takesCsv, file, waitsForMs } = operation
  if (body && query) throw new Error(`${id} takes a body and a query; the client has room for one`)
  const merchant = access.who === 'merchant' ? access.merchant : undefined
  return [
    body && 'body',
    query && 'query',
    merchant && (merchant === 'caller' ? 'as-merchant' : 'merchant'),
    idempotency !== 'none' && 'key',
    moneyNumbers && 'number',
    takesCsv && 'rows',
    isList(operation) && 'list',
    file && (file === 'text/csv' ? 'csv' : 'bytes'),
    waitsForMs !== undefined && 'waits',
    extraMarks[id],
  ].filter((mark) => typeof mark === 'string')
}

function parametersOf({ path }: Operation, marks: string[]): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return marks.includes('merchant') ? inPath.filter((name) => name !== 'merchant_id') : inPath
}

/** As the interface has it, unless the client fills in or takes more than the wire does. */
function inputOf({ id, body, query, path }: Operation, told: Described, marks: string[], document: Document) {
  if (!body && !query) return undefined
  const given = body ? schemaIn(told.requestBody) : queryOf(told)
  const { properties = {}, required = [] } = resolve(document, given)
  const name = given.$ref ? nameIn(given.$ref) : `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`
  const fillsMerchant = marks.includes('merchant') && !(body && path.includes('{merchant_id}'))
  const needed = required.filter((field) => !(fillsMerchant && field === 'merchant_id'))
  const isOptional = needed.length === 0
  if (!fillsMerchant && !marks.includes('number')) return { schema: given, name, isOptional }
  const changed = {
    ...(fillsMerchant && { merchant_id: merchantField }),
    ...(marks.includes('number') && { amount: exactAmount }),
    ...(marks.includes('rows') && { rows: { anyOf: [{ ...properties.rows }, csvText] } }),
  }
  const schema = { properties: { ...changed, ...properties, ...changed }, required: needed }
  return { schema, name, isOptional }
}

const merchantField: Schema = { type: 'string', description: 'The client’s own merchant unless it is given.' }
const csvText: Schema = { type: 'string', description: 'The text of a CSV.' }
const exactAmount: Schema = {
  type: ['number', 'string'],
  description: 'As a number, or as digits like `1000.50`: both are sent exactly.',
}

function queryOf({ parameters }: Described): Schema {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return {
    properties: Object.fromEntries(
      query.map(({ name, description, schema }) => [name, description ? { ...schema, description } : schema]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
}

function replyOf(operation: Operation, { responses }: Described, document: Document): Method['gives'] {
  const { id, file, status } = operation
  if (file) return { type: file === 'text/csv' ? 'string' : 'Uint8Array<ArrayBuffer>' }
  const schema = schemaIn(responses[status]).properties?.data ?? {}
  if (!isList(operation)) return { schema }
  const items = resolve(document, schema).properties?.items?.items
  if (!items) throw new Error(`${id} is a list without items`)
  return { items }
}

function schemaIn(content: Content | undefined): Schema {
  return content?.content['application/json'].schema ?? {}
}

function resolve({ components }: Document, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? {})
}

export function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
