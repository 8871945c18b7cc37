import Type from 'typebox'
import { everyRole } from './access.ts'
import { MobileNetworkName } from './collection-fields.ts'
import { Body, Day, Email, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { LedgerTransaction } from './ledger.ts'
import { operation } from './operation.ts'

export const statementStatuses = ['PREPARING', 'READY'] as const
export const StatementState = Type.Enum([...statementStatuses])

export const kindsOfStatement = ['requested', 'daily', 'monthly'] as const
export const StatementKind = Type.Enum([...kindsOfStatement])

/** As long as the longest month. */
export const mostStatementDays = 31
export const mostStatementAddresses = 10

export const StatementBalance = Type.Object({
  available: Type.String(),
  reserved: Type.String({ description: 'Set aside for money on its way out.' }),
  held: Type.String({ description: 'Collected, waiting for clearance.' }),
})

export const StatementTotals = Type.Object({
  count: Type.Integer({ description: 'How many rows there are.' }),
  credits: Type.String(),
  debits: Type.String(),
  types: Type.Array(
    Type.Object({
      type: LedgerTransaction.properties.type,
      direction: LedgerTransaction.properties.direction,
      count: Type.Integer(),
      amount: Type.String(),
    }),
  ),
})

export const Statement = Type.Object({
  id: Id,
  merchant_id: Id,
  currency: Type.String(),
  from: Day,
  to: Day,
  kind: StatementKind,
  status: StatementState,
  opening: Nullable(StatementBalance),
  closing: Nullable(StatementBalance),
  totals: Nullable(StatementTotals),
  first_seq: Nullable(
    Type.Integer({ description: 'The place of the first row in the book; null where there is no row.' }),
  ),
  last_seq: Nullable(Type.Integer()),
  sha256: Nullable(
    Type.String({
      description: 'Of the rows and balances in a plain form that anybody can write out of the file.',
    }),
  ),
  created_at: Timestamp,
  ready_at: Nullable(Timestamp),
})

export const StatementSchedule = Type.Object({
  daily: Type.Boolean(),
  monthly: Type.Boolean(),
  emails: Type.Array(Type.String(), { description: 'Who is mailed a link, which leads behind signing in.' }),
})

export const Settlement = Type.Object({
  id: Id,
  day: Type.String({ ...Day, description: 'A day in Dar es Salaam that is over.' }),
  provider: Type.String(),
  network: Type.Union([MobileNetworkName, Type.Null()], {
    description: 'By the number that was asked; null where none was, or nobody knows whose it is.',
  }),
  currency: Type.String(),
  count: Type.Integer({ description: 'How many payments were credited.' }),
  gross: Type.String({ description: 'What they brought.' }),
  fees: Type.String({ description: 'What was charged for payments, less what was given back.' }),
  refunds: Type.String({ description: 'What was sent back to payers.' }),
  reversals: Type.String({ description: 'What providers took back.' }),
  net: Type.String({ description: 'The first less the other three. May be below zero.' }),
  unreconciled: Type.Integer({
    description: 'How many of the payments the provider’s own list of that day has not confirmed yet.',
  }),
})

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  'x-problem': 'must be a three-letter code like TZS',
  description: 'Each currency has a book of its own; `TZS` unless told otherwise.',
})

const readers = { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'transactions:read' } as const

export const statementOperations = {
  requestStatement: operation({
    id: 'requestStatement',
    method: 'POST',
    path: '/v1/merchant/statements',
    tag: 'Statements',
    summary: 'Ask for a statement',
    description:
      'Of 1 to 31 days that are over in Dar es Salaam. It is `PREPARING` at first, and `READY` soon after: `statement.ready` tells so. The same days of the ' +
      'same book are one statement: whoever asks again gets the one that is there.',
    access: readers,
    idempotency: 'accepted',
    body: Body({ currency: Type.Optional(Currency), from: Day, to: Day }),
    status: 202,
    reply: Statement,
  }),
  listStatements: operation({
    id: 'listStatements',
    method: 'GET',
    path: '/v1/merchant/statements',
    tag: 'Statements',
    summary: 'List statements',
    description:
      'Those that were asked for, and those that come by themselves after each day and month in which something moved.',
    access: readers,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      currency: Type.Optional(Currency),
      kind: Type.Optional(StatementKind),
    }),
    status: 200,
    reply: ListOf(Statement),
  }),
  readStatement: operation({
    id: 'readStatement',
    method: 'GET',
    path: '/v1/merchant/statements/{statement_id}',
    tag: 'Statements',
    summary: 'Read a statement',
    access: readers,
    idempotency: 'none',
    status: 200,
    reply: Statement,
    refusals: ['not_found'],
  }),
  readStatementFile: operation({
    id: 'readStatementFile',
    method: 'GET',
    path: '/v1/merchant/statements/{statement_id}/file',
    tag: 'Statements',
    summary: 'Download a statement',
    description:
      'With every row as CSV or JSON, however many there are; as PDF in the language of the merchant unless told otherwise, with the rows where they fit on ' +
      'paper, and their sums where they do not.',
    access: readers,
    idempotency: 'none',
    query: Body({
      format: Type.Enum(['csv', 'pdf', 'json']),
      lang: Type.Optional(Type.Enum(['sw', 'en'], { description: 'Of the PDF.' })),
    }),
    status: 200,
    file: 'application/pdf',
    otherFiles: ['text/csv', 'application/json'],
    reply: Type.Object({}),
    refusals: ['not_found', 'invalid_state'],
  }),
  readStatementSchedule: operation({
    id: 'readStatementSchedule',
    method: 'GET',
    path: '/v1/merchant/statement-schedule',
    tag: 'Statements',
    summary: 'Read which statements come by themselves',
    access: readers,
    idempotency: 'none',
    status: 200,
    reply: StatementSchedule,
  }),
  changeStatementSchedule: operation({
    id: 'changeStatementSchedule',
    method: 'PUT',
    path: '/v1/merchant/statement-schedule',
    tag: 'Statements',
    summary: 'Choose which statements come by themselves',
    description:
      'And who is mailed when one has come: a link to it, for which they must sign in. Live and sandbox each have a schedule of their own.',
    access: { ...readers, roles: ['owner', 'admin', 'finance'], keys: 'none' },
    idempotency: 'none',
    body: Body({
      daily: Type.Boolean(),
      monthly: Type.Boolean(),
      emails: Type.Array(Email, {
        maxItems: mostStatementAddresses,
        'x-problem': `must be a list of at most ${mostStatementAddresses} e-mail addresses`,
      }),
    }),
    status: 200,
    reply: StatementSchedule,
  }),
  listSettlements: operation({
    id: 'listSettlements',
    method: 'GET',
    path: '/v1/merchant/settlements',
    tag: 'Statements',
    summary: 'List what each provider collected, day by day',
    description:
      'A row for each day that is over, provider and network; the newest day first. They are the rows of the book, added up: a day begins and ends where its ' +
      'statement does. With `Accept: text/csv` as CSV; the next cursor is then in `X-Next-Cursor`.',
    access: readers,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      currency: Type.Optional(Currency),
      from: Type.Optional(Type.String({ ...Day, description: 'From this day on.' })),
      to: Type.Optional(Type.String({ ...Day, description: 'To this day.' })),
    }),
    csv: true,
    status: 200,
    reply: ListOf(Settlement),
  }),
}
