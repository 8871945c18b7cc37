/** As much of JSON Schema as the interface is written in. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  description?: string
  /** The name of a schema whose fields it has as well. No word of JSON Schema: found out before anything is written. */
  extends?: string
}

/** Told each name that a type refers to, so that its file can be imported. */
export type Refer = (name: string) => string

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The TypeScript of a schema, written where it is used. */
export function writeType(schema: Schema, refer: Refer): string {
  if (schema.$ref !== undefined) return refer(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return unique(union.map((one) => writeType(one, refer))).join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => bracketed(writeType(one, refer))).join(' & ')
  if (Array.isArray(schema.type)) {
    return unique(schema.type.map((type) => writeType({ ...schema, type }, refer))).join(' | ')
  }
  if (schema.type === 'array') return `${bracketed(writeType(schema.items ?? {}, refer))}[]`
  if (schema.type === 'object' || schema.properties) return writeObject(schema, refer)
  return plain[schema.type ?? ''] ?? 'unknown'
}

function writeObject(schema: Schema, refer: Refer): string {
  if (schema.extends) return `${refer(schema.extends)} & {\n${indented(writeFields(schema, refer))}\n}`
  if (schema.properties) return `{\n${indented(writeFields(schema, refer))}\n}`
  const [values] = Object.values(schema.patternProperties ?? {})
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : values
  return `Record<string, ${others ? writeType(others, refer) : 'unknown'}>`
}

/** A declaration under its own name: an interface where that is possible, because editors show those by name. */
export function declareType(name: string, schema: Schema, refer: Refer): string {
  const comment = writeComment(schema.description)
  if (schema.properties && !schema.allOf && !schema.anyOf) {
    const more = schema.extends ? ` extends ${refer(schema.extends)}` : ''
    return `${comment}export interface ${name}${more} {\n${indented(writeFields(schema, refer))}\n}\n`
  }
  return `${comment}export type ${name} = ${writeType(schema, refer)}\n`
}

function writeFields({ properties = {}, required = [] }: Schema, refer: Refer): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const isRequired = required.includes(name)
      // Whoever hands on what may be undefined need not take it out first; it is not sent.
      const type = `${writeType(schema, refer)}${isRequired ? '' : ' | undefined'}`
      return `${writeComment(schema.description)}${propertyName(name)}${isRequired ? '' : '?'}: ${type}`
    })
    .join('\n')
}

export function writeComment(text: string | undefined): string {
  if (text === undefined || text.trim() === '') return ''
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

function bracketed(type: string): string {
  return / [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function unique(types: string[]): string[] {
  return [...new Set(types)]
}
