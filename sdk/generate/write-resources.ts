import { fileOf, placeComponents } from './place-components.ts'
import type { Interface, Method } from './read-interface.ts'
import { declareType, indented, type Refer, writeComment, writeType } from './write-type.ts'

const head =
  '// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.\n'

/** Where what the client itself gives stands: not in the interface, and used by it. */
const ownImports = [
  { words: ['CallOptions'], from: '../options.ts' },
  { words: ['List'], from: '../list.ts' },
]

/** The files below `sdk/src/resources`, by name: what each resource takes and gives, and the lines of its calls. */
export function writeResources(all: Interface): Map<string, string> {
  const places = placeComponents(all)
  const byFile = Map.groupBy(Object.entries(all.components), ([name]) => places.get(name))
  const declare = (file: string, refer: Refer) =>
    (byFile.get(file) ?? []).map(([name, schema]) => declareType(name, schema, refer))
  const texts = new Map<string, string>()
  const write = (file: string, parts: (refer: Refer) => string[]) =>
    texts.set(file, writeFile(file, places, parts))

  write('fields', (refer) => declare('fields', refer))
  write('records', (refer) => declare('records', refer))
  write('batch-records', (refer) => declare('batch-records', refer))
  write('paper-records', (refer) => declare('paper-records', refer))
  write('timelines', (refer) => declare('timelines', refer))
  write('admin-records', (refer) => declare('admin-records', refer))
  write('event-bodies', (refer) => [...declare('event-bodies', refer), writeEvents(all.events, refer)])
  const rooms = Map.groupBy(all.methods, ({ resource }) => resource)
  for (const [resource, methods] of rooms) {
    write(fileOf(resource), (refer) => [
      ...declare(fileOf(resource), refer),
      ...new Set(methods.flatMap((method) => declareInput(method, refer))),
      writeCalls(resource, methods, refer),
      writeLines(resource, methods),
    ])
  }
  texts.set('resources', writeDoor([...texts.keys()], [...rooms.keys()]))
  return texts
}

/** The text of a file, with an import for each name that it refers to and that stands elsewhere. */
function writeFile(file: string, places: Map<string, string>, write: (refer: Refer) => string[]): string {
  const foreign = new Map<string, Set<string>>()
  const body = write((name) => {
    const place = places.get(name) ?? ''
    if (place !== file) foreign.set(place, (foreign.get(place) ?? new Set()).add(name))
    return name
  }).join('\n')
  const own = ownImports.flatMap(({ words, from }) => {
    const used = words.filter((word) => new RegExp(`\\b${word}\\b`).test(body))
    return used.length > 0 ? [`import type { ${used.join(', ')} } from '${from}'`] : []
  })
  const others = [...foreign].sort().map(([place, names]) => {
    return `import type { ${[...names].sort().join(', ')} } from './${place}.ts'`
  })
  const parts = [head.trim(), [...own, ...others].join('\n'), body.trim()]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** An input that is not as the interface has it is written here; several calls may take the same one. */
function declareInput({ input }: Method, refer: Refer): string[] {
  return input && !input.schema.$ref ? [declareType(input.name, input.schema, refer)] : []
}

function writeCalls(resource: string, methods: Method[], refer: Refer): string {
  const signatures = methods.map((method) => {
    const { name, comment, parameters, input, gives, line } = method
    const args = parameters.map((parameter) => `${parameter}: string`)
    const kind = line.includes(' body') ? 'body' : 'query'
    const inputType = input?.schema.$ref ? writeType(input.schema, refer) : input?.name
    if (input) args.push(`${kind}${input.isOptional ? '?' : ''}: ${inputType}`)
    args.push('options?: CallOptions')
    return `${writeComment(comment)}${name}(${args.join(', ')}): ${resultOf(gives, line, refer)}`
  })
  return `export interface ${capitalised(resource)}Calls {\n${indented(signatures.join('\n\n'))}\n}\n`
}

function resultOf(gives: Method['gives'], line: string, refer: Refer): string {
  if ('type' in gives) return `Promise<${gives.type}>`
  if ('items' in gives) return `List<${writeType(gives.items, refer)}>`
  const type = writeType(gives.schema, refer)
  // Browsers keep the cookie to themselves, so it is empty there.
  return line.endsWith(' session') ? `Promise<${type} & { session: string }>` : `Promise<${type}>`
}

function writeLines(resource: string, methods: Method[]): string {
  const lines = methods.map(({ name, line }) => `  ${name}: '${line}',\n`)
  return `export const ${camel(resource)}Lines = {\n${lines.join('')}} as const\n`
}

function writeEvents(events: Interface['events'], refer: Refer): string {
  const kinds = Map.groupBy(events, ({ carries }) => writeType(carries, refer))
  const members = [...kinds].map(([type, all], place) => {
    const name = `${capitalised(all[0]?.type.split('.')[0] ?? String(place))}Event`
    const types = all.map((event) => `'${event.type}'`).join(' | ')
    return { name, text: declareEvent(name, types, type) }
  })
  const test = declareEvent('TestEvent', "'webhook.test'", 'Record<string, unknown>')
  const union = [...members.map(({ name }) => name), 'TestEvent'].join(' | ')
  const comment =
    '/** What is delivered to your webhook address, and what `events.stream` gives: look at `type` first. */\n'
  return [...members.map(({ text }) => text), test, `${comment}export type MalipoEvent = ${union}\n`].join(
    '\n',
  )
}

function declareEvent(name: string, types: string, carries: string): string {
  const fields = [
    '/** The same on every delivery: remember it to tell repeats. */',
    'id: string',
    `type: ${types}`,
    'timestamp: string',
    `data: ${carries}`,
  ]
  return `export interface ${name} {\n${indented(fields.join('\n'))}\n}\n`
}

/** Everything that is made, in one place, and the calls of Super Admins gathered under one name. */
function writeDoor(files: string[], resources: string[]): string {
  const admin = resources.filter((resource) => resource.startsWith('admin.')).sort()
  const imports = admin.map(
    (resource) =>
      `import { type ${capitalised(resource)}Calls, ${camel(resource)}Lines } from './${fileOf(resource)}.ts'`,
  )
  const short = (resource: string) => resource.slice('admin.'.length)
  const calls = admin.map((resource) => `  ${short(resource)}: ${capitalised(resource)}Calls\n`).join('')
  const lines = admin.map((resource) => `  ${short(resource)}: ${camel(resource)}Lines,\n`).join('')
  return [
    head,
    `${imports.join('\n')}\n`,
    `${[...files]
      .sort()
      .map((file) => `export * from './${file}.ts'`)
      .join('\n')}\n`,
    `export interface AdminCalls {\n${calls}}\n`,
    `export const adminLines = {\n${lines}} as const\n`,
  ].join('\n')
}

function camel(resource: string): string {
  return resource.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function capitalised(resource: string): string {
  return camel(resource).replace(/^\w/, (letter) => letter.toUpperCase())
}
