import { type Operation, openApi, operations } from '@malipo/contract'
import { samples } from '../permissions/samples.ts'
import type { Sample } from '../permissions/stage.ts'
import type { Place } from './edits.ts'
import { pageTargets } from './page-targets.ts'
import { type FindSchema, placesIn, type Schema } from './values-of-schema.ts'

/** Something that can be asked of the service, how a good request for it looks, and what of it can be changed. */
export type Target = {
  /** The operation's name, or the method and path of a page. */
  id: string
  operation: Operation | null
  method: string
  path: string
  isForm: boolean
  sample: Sample
  places: [Place, Schema][]
}

type Parameter = { $ref?: string; name: string; in: 'path' | 'query' | 'header'; schema: Schema }
type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const document = openApi({ version: '0.0.0', baseUrl: 'https://pay.example.org' }) as unknown as {
  paths: Record<string, Record<string, Described>>
}

function at(place: string): unknown {
  return place
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document)
}

export const findSchema: FindSchema = (place) => at(place) as Schema

const partOf = { path: 'params', query: 'query', header: 'headers' } as const

function placesOf({ parameters = [], requestBody }: Described): [Place, Schema][] {
  const named = parameters.map((one) => (one.$ref === undefined ? one : (at(one.$ref) as Parameter)))
  const outside = named.map(({ name, in: part, schema }): [Place, Schema] => [
    [partOf[part], part === 'header' ? name.toLowerCase() : name],
    schema,
  ])
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return [...outside, ...(body ? placesIn(body, findSchema) : [])]
}

const operationTargets = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, described]): Target[] => {
    const id = described.operationId
    const operation = Object.values<Operation>(operations).find((one) => one.id === id)
    const sample = samples[id]
    if (operation === undefined || sample === undefined) throw new Error(`${id} has no sample`)
    const places = placesOf(described)
    return [{ id, operation, method: method.toUpperCase(), path, isForm: false, sample, places }]
  }),
)

export const targets: Target[] = [
  ...operationTargets,
  ...pageTargets.map(({ method, path, sample, fields = [], isForm = false }): Target => {
    const part = method === 'GET' ? 'query' : 'body'
    const params = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]): Place => ['params', name ?? ''])
    const places = [...params, ...fields.map((name): Place => [part, name])]
    const described = places.map((place): [Place, Schema] => [place, { type: 'string', maxLength: 40 }])
    return { id: `${method} ${path}`, operation: null, method, path, isForm, sample, places: described }
  }),
]

export function targetOf(id: string): Target {
  const found = targets.find((one) => one.id === id)
  if (found === undefined) throw new Error(`Nothing is asked for by ${id}`)
  return found
}
