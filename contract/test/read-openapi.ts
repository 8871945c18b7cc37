import { type Operation, openApi, operations } from '../src/contract.ts'

export type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: unknown
  description?: string
}
export type Answer = { description: string; content: Record<string, { schema: unknown; examples?: object }> }
export type Described = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, Answer | { $ref: string }>
}
export type Document = {
  openapi: string
  info: { title: string; version: string; license: { name: string } }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, Record<string, Described>>
  components: {
    securitySchemes: Record<string, unknown>
    schemas: Record<string, object>
    responses: Record<string, Answer>
  }
}

export const options = {
  version: '1.2.3',
  baseUrl: 'https://pay.example.com',
  sandboxBaseUrl: 'https://pay.example.com/sandbox',
}
// Through JSON, as a reader gets it: what JSON cannot carry is lost here as it would be there.
export const document: Document = JSON.parse(JSON.stringify(openApi(options)))
export const every = Object.values<Operation>(operations)
export const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ path, method, one })),
)

/** What stands in a place, or where it leads. */
export function follow<T extends object>(place: T | { $ref: string }): T {
  if (!('$ref' in place)) return place
  let found: unknown = document
  for (const step of place.$ref.slice(2).split('/')) found = (found as Record<string, unknown>)[step]
  return found as T
}

export const answerOf = (one: Described, status: number | string): Answer | undefined => {
  const answer = one.responses[String(status)]
  return answer && follow(answer)
}
