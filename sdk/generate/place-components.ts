import type { Interface, Method } from './read-interface.ts'
import { type Schema, writeType } from './write-type.ts'

/** `admin.pricingRules` → `admin-pricing-rules`. */
export function fileOf(resource: string): string {
  return resource.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function schemasOf({ input, gives }: Method): Schema[] {
  const given = 'schema' in gives ? [gives.schema] : 'items' in gives ? [gives.items] : []
  return input ? [input.schema, ...given] : given
}

/**
 * In which file each component is written: with the one resource that speaks of it, or else among the fields, records and entries of
 * timelines that several share, and the records that only Super Admins meet. Those speak of entries and records, and these of fields, and
 * never the other way round, so no two files import each other. What nobody uses is in none.
 */
export function placeComponents({ methods, components, events }: Interface): Map<string, string> {
  const users = new Map<string, Set<string>>()
  function visit(schema: Schema, file: string): void {
    writeType(schema, (name) => {
      const files = users.get(name) ?? new Set()
      users.set(name, files)
      const isNew = !files.has(file)
      files.add(file)
      if (isNew) visit(componentOf(components, name), file)
      return name
    })
  }
  for (const method of methods) for (const schema of schemasOf(method)) visit(schema, fileOf(method.resource))
  for (const { carries } of events) visit(carries, 'event-bodies')
  return new Map(
    [...users].map(([name, [only = '', ...others]]) => [
      name,
      others.length === 0 ? only : sharedPlaceOf(name, components[name], [only, ...others]),
    ]),
  )
}

function sharedPlaceOf(name: string, component: Schema | undefined, users: string[]): string {
  if (component?.properties === undefined) return 'fields'
  if (name.endsWith('InTimeline')) return 'timelines'
  // What networks are is told in several places, and stands with the resource that is named after them.
  if (/^Network(Limits|Hours)?$/.test(name)) return 'networks'
  if (/Batch|^RowsBy/.test(name)) return 'batch-records'
  if (users.every((file) => file.startsWith('admin-'))) return 'admin-records'
  // What is written on paper: bills and what takes them back, links that ask for them, statements.
  return /^(Invoice|CreditNote|PaymentLink|ControlNumber|Statement)/.test(name) ? 'paper-records' : 'records'
}

function componentOf(components: Record<string, Schema>, name: string): Schema {
  const component = components[name]
  if (!component) throw new Error(`The interface speaks of ${name}, and does not say what it is`)
  return component
}
