import Type, { type TSchema } from 'typebox'
import { environments, roles, scopes } from './access.ts'

/** `x-problem` is what a caller reads when the value does not fit: say what would. */
export const Id = Type.String({ format: 'uuid', 'x-problem': 'must be a UUID' })

export const Timestamp = Type.String({
  format: 'date-time',
  'x-problem': 'must be an ISO 8601 time with Z or an offset, like 2026-11-15T12:30:00Z',
})

/** Where a period begins or ends. */
export const InstantOrDay = Type.String({
  format: 'instant-or-day',
  'x-problem':
    'must be a day like 2026-11-15, or an ISO 8601 time with Z or an offset, like 2026-11-15T12:30:00Z',
  examples: ['2026-11-15', '2026-11-15T12:30:00Z'],
})

/** A day as a bank writes it on a statement. */
export const Day = Type.String({
  format: 'date',
  'x-problem': 'must be a day like 2026-11-15',
  examples: ['2026-11-15'],
})

/** The filters by time of every list that has them. */
export const period = {
  from: Type.Optional(
    Type.String({
      ...InstantOrDay,
      description: 'From this instant on, or from the beginning of this day in Dar es Salaam.',
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...InstantOrDay,
      description: 'Before this instant, or to the end of this day in Dar es Salaam.',
    }),
  ),
}

export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  'x-problem': 'must be an e-mail address',
})

/** An address of ours, as it is shown. */
export const Url = Type.String({ format: 'uri' })

/**
 * An address as a caller wrote it. Where it was taken it was checked that it leads somewhere, which browsers and servers
 * allow of more letters than a URI is spelt with; it is shown as it was sent, so that whoever sent it knows it again.
 */
export const GivenUrl = Type.String({ description: 'As it was sent.' })

export const Phone = Type.String({
  pattern: '^\\+?[0-9]{9,15}$',
  'x-problem': 'must be 9 to 15 digits with an optional leading +',
  examples: ['255712345678'],
})

/** Money as families B and the withdrawals write it. */
export const DecimalAmount = Type.String({
  pattern: '^(?!0(\\.0+)?$)(0|[1-9][0-9]{0,12})(\\.[0-9]{1,2})?$',
  'x-problem':
    'must be a decimal string greater than 0, without leading zeroes, with at most 13 digits before and 2 after the point',
  examples: ['1000.00'],
})

/** Money as family A writes it. The digits are read from the JSON text, never from a float. */
export const NumberAmount = Type.Number({
  exclusiveMinimum: 0,
  exclusiveMaximum: 1e13,
  'x-problem': 'must be a number greater than 0 with at most 13 digits before and 2 after the point',
  examples: [1000],
})

export const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '\\S',
  'x-problem': 'must be 1 to 120 characters',
})

/** What a merchant calls a payment in its own books. */
export const Reference = Type.String({
  minLength: 1,
  maxLength: 100,
  'x-problem': 'must be 1 to 100 characters',
})

/** What a Super Admin writes down about a decision. */
export const Note = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '\\S',
  'x-problem': 'must be 1 to 1000 characters',
})

export const Password = Type.String({
  minLength: 8,
  maxLength: 128,
  'x-problem': 'must be 8 to 128 characters',
})

export const EnvironmentName = Type.Enum([...environments])
export const RoleName = Type.Enum([...roles])
export const ScopeName = Type.Enum([...scopes])

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** The query of every list: `page` for people, `cursor` for walking any depth at constant cost. */
export const listQuery = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 999_999_999,
      'x-problem': 'must be a whole number from 1',
      description:
        'Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth.',
    }),
  ),
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, 'x-problem': 'must be a whole number from 1 to 100' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'The next_cursor of an earlier answer, instead of page.' }),
  ),
}

/** Of lists that are queues: what has waited longest is dealt with first. */
export const queueQuery = {
  ...listQuery,
  order: Type.Optional(
    Type.Enum(['newest', 'oldest'], {
      description:
        'Which come first: the newest, unless told otherwise. A `cursor` goes on in the order it is from.',
    }),
  ),
}

export function ListOf<S extends TSchema>(item: S) {
  return Type.Object({
    items: Type.Array(item),
    page: Nullable(Type.Integer()),
    page_size: Type.Integer(),
    total: Nullable(
      Type.Integer({ description: 'Null with a `cursor`, and where they are too many to be counted.' }),
    ),
    total_at_least: Type.Optional(
      Type.Integer({
        description: 'Only where they are too many to be counted: how many there are at least.',
      }),
    ),
    next_cursor: Nullable(Type.String()),
  })
}

/** A body that knows its fields: an unknown one is refused, with the nearest name as a hint. */
export function Body<P extends Record<string, TSchema>>(properties: P, instead?: Instead) {
  return Type.Object(properties, { additionalProperties: false, ...(instead && { 'x-instead': instead }) })
}

/** A field that stands for several others: with it they are refused, and without it those of them that are needed are missed. */
export type Instead = { field: string; of: readonly string[]; needed: readonly string[] }
