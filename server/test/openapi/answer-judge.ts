import { openApi, type RefusalCode, refusals } from '@malipo/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { NotedAnswer } from './note-answers.ts'

type Place = { $ref: string } | { content?: Record<string, unknown> }
type Described = { operationId: string; responses: Record<string, Place> }
type Document = {
  paths: Record<string, Record<string, Described>>
  components: {
    examples: Record<string, { value: unknown }>
    responses: Record<string, { content: { 'application/json': { examples: object } } }>
  }
}

/** Refused before it is known which operation was meant, so that none declares it. */
const beforeAnyOperation: ReadonlySet<RefusalCode> = new Set([
  'bad_request',
  'headers_too_large',
  'method_not_allowed',
  'request_timeout',
])

export type Verdict = { operationId: string; problem: string | null }

/** Says of an answer whether it is one that the OpenAPI document promises; undefined where it is of no operation. */
export type Judge = (answer: Omit<NotedAnswer, 'askedBy'>) => Verdict | undefined

/** Validators of a library that knows nothing of ours, closed: a field that is not declared is a fault, though callers should bear it. */
export function openSchemas() {
  const published = openApi({ version: '0.0.0', baseUrl: 'https://pay.example.org' })
  const document = closed(JSON.parse(JSON.stringify(published))) as Document
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  return {
    document,
    /** Compiled when it is first asked for. */
    validatorAt: (place: string) => ajv.getSchema(`openapi#/${place}`),
    tell: (faults: typeof ajv.errors) => ajv.errorsText(faults),
  }
}

export function openJudge(): Judge {
  const { document, validatorAt, tell } = openSchemas()
  const patterns = Object.entries(document.paths).map(([path, methods]) => ({
    path,
    methods,
    // The sandbox takes callbacks under an address of its own as well.
    pattern: new RegExp(`^(?:/sandbox)?${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
  }))
  // A path that is written out goes before one with a parameter in the same place, as the service has it.
  patterns.sort((a, b) => a.parameters - b.parameters)

  return ({ method, path, status, contentType, body }) => {
    const found = patterns.find(
      (one) => one.methods[method.toLowerCase()] !== undefined && one.pattern.test(path),
    )
    const described = found?.methods[method.toLowerCase()]
    if (found === undefined || described === undefined) return undefined
    const { operationId, responses } = described
    const fault = (problem: string | null): Verdict => ({ operationId, problem })
    const type = contentType.split(';', 1)[0] ?? ''
    const value = type === 'application/json' ? JSON.parse(body) : undefined
    if (isEarlyRefusal(status, value)) return fault(null)
    const declared = responses[String(status)]
    if (declared === undefined) return fault(`${status} is not declared`)
    const place =
      '$ref' in declared
        ? declared.$ref.slice(2)
        : `paths/${stepOf(found.path)}/${method.toLowerCase()}/responses/${status}`
    const validate = validatorAt(`${place}/content/${stepOf(type)}/schema`)
    if (validate === undefined) return fault(`${status} has no ${type}`)
    if (value === undefined || validate(value)) return fault(null)
    return fault(`${status}: ${tell(validate.errors)}`)
  }
}

function isEarlyRefusal(status: number, value: unknown): boolean {
  const code = (value as { error?: { code?: RefusalCode } } | undefined)?.error?.code
  return code !== undefined && beforeAnyOperation.has(code) && refusals[code].status === status
}

function stepOf(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (value === null || typeof value !== 'object') return value
  const inside = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]))
  const isOpen =
    inside.type === 'object' && inside.properties !== undefined && !('additionalProperties' in inside)
  return isOpen ? { ...inside, additionalProperties: false } : inside
}
