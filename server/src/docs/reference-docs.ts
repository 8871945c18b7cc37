import { operations, type RefusalCode, refusals } from '@malipo/contract'
import { fieldsOf, typeOf } from './describe-schema.ts'
import type { Doc } from './read-guides.ts'
import {
  type Body,
  type Parameter,
  type Reference,
  type ReferenceCall,
  referenceAddress,
} from './read-reference.ts'
import { curlSample, typeScriptSample } from './reference-samples.ts'

/** The reference as pages: what there is, then one page for each part of the interface. */
export function referenceDocs(reference: Reference): Doc[] {
  return [overview(reference), ...reference.tags.map((tag, at) => tagDoc(reference, tag, at))]
}

const inReference = { language: 'en', section: 'Reference' } as const

function overview({ tags, addressOf }: Reference): Doc {
  const parts = tags.map(
    ({ name, address, about, calls }) => `## [${name}](${address}) {#${address.split('/').at(-1)}}

${about}

${table(
  ['Call', 'What it does'],
  calls.map((call) => [`[\`${call.method} ${call.path}\`](${addressOf(call)})`, call.summary]),
)}`,
  )
  return {
    ...inReference,
    address: referenceAddress,
    title: 'API reference',
    summary:
      'Every call with its fields, replies and errors, written from the OpenAPI document that the service checks itself by.',
    order: 0,
    markdown: `Send a key with each call: \`Authorization: Bearer mlp_sandbox_…\`. Success answers \`{"success": true, "data": …}\`, failure
\`{"success": false, "error": {"code", "message", "details"}}\` with a [code](/docs/errors) and a status. Each answer has \`X-Request-Id\`. The
same as data is at [/openapi.json](/openapi.json); what you are told in turn is under [Events](${referenceAddress}/webhook-events).

${parts.join('\n\n')}`,
  }
}

function tagDoc(reference: Reference, tag: Reference['tags'][number], at: number): Doc {
  const { name, address, about, calls } = tag
  return {
    ...inReference,
    address,
    title: name,
    summary: about || `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}.`,
    order: at + 1,
    markdown: calls.map((call) => callText(reference, call)).join('\n\n'),
  }
}

function callText(reference: Reference, call: ReferenceCall): string {
  const { parameters, body, reply, status } = call
  return [
    `## ${call.summary} {#${call.id}}`,
    `\`${call.method} ${call.path}\``,
    call.description,
    parametersText(
      reference,
      'Path',
      parameters.filter((one) => one.in === 'path'),
    ),
    parametersText(
      reference,
      'Query',
      parameters.filter((one) => one.in === 'query'),
    ),
    parametersText(
      reference,
      'Headers',
      parameters.filter((one) => one.in === 'header'),
    ),
    bodyText(reference, 'Body', body),
    curlSample(call),
    typeScriptSample(call),
    replyText(reference, status, reply),
    refusalsText(call.refusals),
    reply?.type === 'text/event-stream' ? '' : `\`\`\`try\n${call.id}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function parametersText({ follow }: Reference, title: string, parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, schema = {}, required = false, description = '' }) => [
    `\`${name}\``,
    `${typeOf(schema, follow)}${required ? ', **required**' : ''}`,
    description || (follow(schema).description ?? ''),
  ])
  return `${label(title)}\n\n${table(['Name', 'Type', 'About'], rows)}`
}

function fieldTable({ follow }: Reference, schema: Body['schema'], showsRequired: boolean): string {
  const rows = fieldsOf(schema, follow).map(({ name, type, isRequired, description }) => [
    `\`${name}\``,
    `${type}${isRequired && showsRequired ? ', **required**' : ''}`,
    description,
  ])
  return rows.length === 0 ? '' : table(['Field', 'Type', 'About'], rows)
}

function bodyText(reference: Reference, title: string, body: Body | undefined): string {
  if (body === undefined) return ''
  return `${label(title)}\n\n${fieldTable(reference, body.schema, true) || `\`${body.type}\``}`
}

/** Without the envelope, which is always the same. */
function replyText(reference: Reference, status: string, reply: Body | undefined): string {
  if (reply === undefined) return ''
  if (reply.type !== 'application/json') return `${label('Reply')}\n\n\`${status}\`, as \`${reply.type}\`.`
  const whole = reference.follow(reply.schema)
  const fields = fieldTable(reference, whole.properties?.data ?? whole, false)
  return [
    `${label('Reply')} \`${status}\``,
    fields && `Fields of \`data\`:\n\n${fields}`,
    reply.example !== undefined && fence('json', reply.example),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function refusalsText(codes: RefusalCode[]): string {
  if (codes.length === 0) return ''
  return `${label('Errors')} ${codes.map((code) => `[\`${code}\`](/docs/errors#${code}) ${refusals[code].status}`).join(', ')}`
}

const eventSummary = 'What the service tells you, signed as Standard Webhooks, pulled or streamed.'

/** What merchants are told: the bodies of events, however they travel. */
export function eventsDoc(reference: Reference): Doc {
  const parts = reference.events.map(({ type, summary, description, body }) => {
    const example = toldOf(reference, type)
    return [
      `## \`${type}\` {#${type}}`,
      `${summary}. ${description}`,
      body && fieldTable(reference, body.schema, false),
      example !== undefined && fence('json', example),
    ]
      .filter(Boolean)
      .join('\n\n')
  })
  return {
    ...inReference,
    address: `${referenceAddress}/webhook-events`,
    title: 'Event types',
    summary: eventSummary,
    order: 900,
    markdown: parts.join('\n\n'),
  }
}

/** What a real service told: an event of the type among those of the list. One made up could say that what is paid is not. */
function toldOf({ calls }: Reference, wanted: string): object | undefined {
  const { data } = (calls.get(operations.listEvents.id)?.reply?.example ?? {}) as Listed
  const found = data?.items?.find(({ type }) => type === wanted)
  return found && { type: found.type, timestamp: found.timestamp, data: found.data }
}

type Listed = { data?: { items?: { type: string; timestamp: string; data: object }[] } }

function label(text: string): string {
  return `**${text}**`
}

export function fence(language: string, value: unknown): string {
  return `\`\`\`${language}\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
