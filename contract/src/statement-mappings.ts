import Type from 'typebox'
import { Body, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

const Cells = Type.String({
  minLength: 1,
  maxLength: 100,
  'x-problem': 'must be the name of a part of a line, as the first line of the statement has it',
})
const Word = Type.String({ maxLength: 100, 'x-problem': 'must be at most 100 characters' })

/** What a line of a statement is about. */
export const statementKinds = ['collection', 'disbursement'] as const

/** How a line of a statement stands. */
export const statementStates = ['paid', 'failed', 'reversed', 'open'] as const

/** How to read a statement: which cell holds what, and which words mean what. Names and words are compared without regard to case. */
export const StatementMapping = Type.Object(
  {
    reference: { ...Cells, description: 'Where our own reference stands.' },
    amount: Type.Optional(Cells),
    currency: Type.Optional({ ...Cells, description: 'TZS where there is none.' }),
    state: Type.Optional({ ...Cells, description: 'Without it every line was paid.' }),
    states: Type.Optional(
      Type.Array(
        Type.Object({ word: Word, state: Type.Enum([...statementStates]) }, { additionalProperties: false }),
        {
          maxItems: 100,
          'x-problem': 'must be at most 100 of word and state',
        },
      ),
    ),
    kind: Type.Optional({
      ...Cells,
      description: 'Money in or out. A reference of ours tells it by itself.',
    }),
    kinds: Type.Optional(
      Type.Array(
        Type.Object({ word: Word, kind: Type.Enum([...statementKinds]) }, { additionalProperties: false }),
        {
          maxItems: 100,
          'x-problem': 'must be at most 100 of word and kind',
        },
      ),
    ),
    time: Type.Optional({ ...Cells, description: 'Without it every line is of the day.' }),
    time_format: Type.Optional(
      Type.String({
        pattern:
          '^(?=.{8,40}$)(?=.*YYYY)(?=.*MM)(?=.*DD)(?!.*(YYYY|MM|DD|HH|hh|mm|ss|A).*\\1)(?!.*(?:HH.*hh|hh.*HH))[-YMDHhmsSA/.:, T]*$',
        'x-problem':
          'must be made of YYYY, MM, DD, HH or hh with A, mm and ss, each once, like DD/MM/YYYY HH:mm; without it times are read as ISO 8601',
        examples: ['DD/MM/YYYY HH:mm'],
      }),
    ),
    time_zone: Type.Optional(
      Type.String({
        pattern: '^(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$',
        'x-problem': 'must be Z or an offset, like +03:00',
        description: 'Of times that do not tell their own; +03:00 unless told.',
      }),
    ),
    decimal_mark: Type.Optional(Type.Enum(['.', ','])),
    delimiter: Type.Optional(
      Type.Enum([',', ';', '|', '\t'], { description: 'Found out by the first line unless told.' }),
    ),
    ignore: Type.Optional(
      Type.Array(Type.Object({ cell: Cells, word: Word }, { additionalProperties: false }), {
        maxItems: 100,
        'x-problem': 'must be at most 100 of cell and word',
        description:
          'Lines that are none of payments: those that have this word in this cell. An empty word is an empty cell.',
      }),
    ),
    covers: Type.Optional(
      Type.Array(Type.Enum([...statementKinds]), {
        minItems: 1,
        maxItems: 2,
        'x-problem': 'must be collection, disbursement or both',
        description:
          'What the statement tells of: of the other kind, that something is not in it says nothing. Both unless told.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const KnownMapping = Type.Object({
  name: Type.String({
    description: 'Of a provider, or `gateway`: the statement of the gateways on this machine.',
  }),
  is_own: Type.Boolean({
    description: 'Whether a Super Admin has put it in the place of the one that comes with the service.',
  }),
  mapping: StatementMapping,
  changed_at: Nullable(Timestamp),
})

/** How the statements of providers are read. */
export const statementMappingOperations = {
  adminListStatementMappings: operation({
    ...asAdmin,
    id: 'adminListStatementMappings',
    method: 'GET',
    path: '/v1/admin/statement-mappings',
    summary: 'List how statements are read',
    idempotency: 'none',
    query: Body({ ...listQuery }),
    reply: ListOf(KnownMapping),
  }),
  adminSetStatementMapping: operation({
    ...asAdmin,
    id: 'adminSetStatementMapping',
    method: 'PUT',
    path: '/v1/admin/statement-mappings/{provider}',
    summary: 'Say how the statements of a provider are read',
    idempotency: 'none',
    body: StatementMapping,
    reply: KnownMapping,
    refusals: ['not_found'],
  }),
  adminRemoveStatementMapping: operation({
    ...asAdmin,
    id: 'adminRemoveStatementMapping',
    method: 'DELETE',
    path: '/v1/admin/statement-mappings/{provider}',
    summary: 'Read the statements of a provider as the service does by itself',
    idempotency: 'none',
    reply: Type.Object({ name: Type.String(), removed: Type.Literal(true) }),
    refusals: ['not_found'],
  }),
}
