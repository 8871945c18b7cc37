import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import type { ListReply } from './read-page.ts'

type Item = Record<string, unknown>
type ListSchema = { properties: { items: { items: { properties: Item } } } }

/** Answers a list as CSV (RFC 4180). What stands around the items in JSON has no place in it, but the way on has. */
export function answerCsv(reply: FastifyReply, schema: TSchema, list: unknown): string {
  const { items, next_cursor } = list as ListReply<Item>
  const { properties } = (schema as unknown as ListSchema).properties.items.items
  if (next_cursor !== null) reply.header('x-next-cursor', next_cursor)
  reply.type('text/csv; charset=utf-8')
  return csvFrom(Object.keys(properties), items)
}

export function csvFrom(columns: string[], items: Item[]): string {
  return lineOf(columns) + csvLines(columns, items)
}

/** The same without the names of the columns, for what is written piece by piece. */
export function csvLines(columns: readonly string[], items: readonly Item[]): string {
  return items.map((item) => lineOf(columns.map((column) => item[column]))).join('')
}

function lineOf(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

const plainNumber = /^[+-]?[0-9]+(\.[0-9]+)?$/

/** A spreadsheet takes a cell that begins so for a formula, and would run what a customer wrote. */
const formula = /^[=+\-@\t\r]/

/** An object of nothing, as metadata often is, is an empty cell. */
function textOf(value: object): string {
  const text = JSON.stringify(value)
  return text === '{}' ? '' : text
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const plain = typeof value === 'object' ? textOf(value) : String(value)
  const text = formula.test(plain) && !plainNumber.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether a caller would rather have CSV than JSON; one who does not care gets JSON. */
export function prefersCsv(accept = '*/*'): boolean {
  const ranges = accept.split(',').map(rangeFrom)
  const csv = wish(ranges, ['text/csv', 'text/*', '*/*'])
  const json = wish(ranges, ['application/json', 'application/*', '*/*'])
  if (csv.quality !== json.quality) return csv.quality > json.quality
  if (csv.quality === 0) return false
  if (csv.vagueness !== json.vagueness) return csv.vagueness < json.vagueness
  return csv.place < json.place
}

type Range = { name: string; quality: number }

function rangeFrom(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = given === undefined ? 1 : Number(given.slice(2))
  return { name, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

/** The range that names the type most exactly decides, as in RFC 9110. */
function wish(ranges: Range[], names: string[]): { quality: number; vagueness: number; place: number } {
  const told = new Set(ranges.map(({ name }) => name))
  const vagueness = names.findIndex((name) => told.has(name))
  const place = ranges.findIndex((range) => range.name === names[vagueness])
  return { quality: ranges[place]?.quality ?? 0, vagueness, place }
}
