import fc from 'fast-check'
import { type Principal, principals } from '../permissions/cast.ts'
import { expectedAnswers } from '../permissions/expected-answers.ts'
import type { Edit, Place } from './edits.ts'
import { nastyHeaders, nastyValues, type Value } from './nasty-values.ts'
import { findSchema, type Target, targets } from './targets.ts'
import { type Schema, valuesOf } from './values-of-schema.ts'

/** What is sent, by whom, and what was done to it. A line of the corpus is one of these. */
export type Plan = { target: string; as: Principal; edits: Edit[] }

const seen = fc.nat(400).map((at): Value => ({ seen: at }))
const nasty = fc.constantFrom(...nastyValues)

/** What must never stand in a page as it is. */
const markup: Value = { json: '"><fuzz>' }

/** Mostly what the schema lets pass, or nearly, so that requests come as far as the rooms behind it. */
function valueFor(schema: Schema): fc.Arbitrary<Value> {
  const fitting = valuesOf(schema, findSchema).map((json): Value => ({ json }))
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 4, arbitrary: nasty },
    { weight: 2, arbitrary: seen },
    { weight: 1, arbitrary: fc.constant<Value>(markup) },
  )
}

function editOfPlace([at, schema]: [Place, Schema]): fc.Arbitrary<Edit> {
  return fc.oneof(
    { weight: 8, arbitrary: valueFor(schema).map((put): Edit => ({ put, at })) },
    { weight: 1, arbitrary: fc.constant<Edit>({ drop: true, at }) },
  )
}

const header: fc.Arbitrary<Edit> = fc.constantFrom(...nastyHeaders).chain(([name, values]) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(...values).map((json): Edit => ({ put: { json }, at: ['headers', name] })),
    },
    { weight: 1, arbitrary: seen.map((put): Edit => ({ put, at: ['headers', name] })) },
    { weight: 1, arbitrary: fc.constant<Edit>({ drop: true, at: ['headers', name] }) },
  ),
)

const unknownNames = [
  'x',
  '__proto__',
  'constructor',
  'merchant_id',
  'status',
  'id',
  'toString',
  'cursor',
  'limit',
  '',
]

const unknownField: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom('query', 'body'), fc.constantFrom(...unknownNames), nasty)
  .map(([part, name, put]) => ({ put, at: [part, name] as Place }))

const method = fc
  .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
  .map((one): Edit => ({ method: one }))

const inPaths = [
  '/',
  '//',
  '/..',
  '/%2e%2e/',
  '%00',
  '%ff',
  '%',
  ';x=1',
  '/x',
  '?',
  '?a=1&a=2&a[]=3',
  '?%',
  '?&&&==',
  '/./',
  '%2f',
  '\u00e9',
  `/${'a'.repeat(5000)}`,
]

const path: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom('append', 'prepend', 'upper', 'last'), fc.constantFrom(...inPaths))
  .map(([how, text]) => ({ path: how, text: how === 'prepend' ? '/' : text }))

/** Bytes that are no UTF-8, no JSON, or end it. */
const wrongBytes = [
  '',
  '00',
  'ff',
  'c3',
  'efbbbf',
  '7b',
  '5d',
  '22',
  '5c75',
  '2c',
  '0a',
  '1f8b08',
  'eda080',
  '6e756c6c',
  '7b22612231',
]

const bytes: fc.Arbitrary<Edit> = fc
  .tuple(
    fc.constantFrom('cut', 'put', 'instead'),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(...wrongBytes),
  )
  .map(([how, at, hex]) => ({ bytes: how, at, hex }))

function editFor({ places }: Target): fc.Arbitrary<Edit> {
  const ofPlaces = places.map(editOfPlace)
  return fc.oneof(
    ...(ofPlaces.length > 0 ? [{ weight: 12, arbitrary: fc.oneof(...ofPlaces) }] : []),
    { weight: 3, arbitrary: header },
    { weight: 1, arbitrary: unknownField },
    { weight: 1, arbitrary: method },
    { weight: 1, arbitrary: path },
    { weight: 1, arbitrary: bytes },
  )
}

/** Whoever is let in comes further than those who are not, and so comes more often. */
function callerOf({ id }: Target): fc.Arbitrary<Principal> {
  const row = expectedAnswers[id]
  const allowed = principals.filter((one) => row === undefined || typeof row[one] === 'number')
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...allowed) },
    { weight: 1, arbitrary: fc.constantFrom(...principals) },
  )
}

function editsFor(target: Target): fc.Arbitrary<Edit[]> {
  const edit = editFor(target)
  const some = (length: number) => fc.array(edit, { minLength: length, maxLength: length, size: 'max' })
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Edit[]>([]) },
    { weight: 6, arbitrary: some(1) },
    { weight: 2, arbitrary: some(2) },
    { weight: 1, arbitrary: some(3) },
  )
}

/** The same requests for the same seed: of everything, or among a few only. */
export function requestPlanner(among: Target[] = targets): (seed: number, howMany: number) => Plan[] {
  const plans: fc.Arbitrary<Plan> = fc.oneof(
    ...among.map((target) =>
      fc.record({ target: fc.constant(target.id), as: callerOf(target), edits: editsFor(target) }),
    ),
  )
  return (seed, howMany) => fc.sample(plans, { seed, numRuns: howMany })
}
