import Type from 'typebox'
import { everyRole } from './access.ts'
import { CollectionMethod, MobileNetworkName } from './collection-fields.ts'
import { FailureCodeName } from './failures.ts'
import { Body, Day } from './fields.ts'
import { operation } from './operation.ts'

const day = {
  day: Type.String({ ...Day, description: 'A day in Dar es Salaam.' }),
  paid_count: Type.Integer(),
  paid_amount: Type.String(),
  fees: Type.String({ description: 'What was charged for them.' }),
  failed_count: Type.Integer(),
  reversed_count: Type.Integer({
    description: 'Paid on that day, and taken back since: they are not among the paid.',
  }),
  reversed_amount: Type.String(),
}

export const DayFigures = Type.Object(day)

export const TodayFigures = Type.Object({
  ...day,
  waiting: Type.Integer({ description: 'How many wait for their customer now, from whichever day.' }),
  held: Type.Integer({ description: 'How many are paid and wait for clearance now.' }),
})

const share = {
  ended: Type.Integer({ description: 'How many ended: paid, failed or taken back.' }),
  successful: Type.Integer({ description: 'How many of them are paid.' }),
  share: Type.Number({ description: 'The second as a part of the first, from 0 to 1.' }),
}

export const NetworkFigures = Type.Object({
  network: Type.Union([MobileNetworkName, Type.Null()], {
    description: 'By the number that was asked; null where none was, or nobody knows whose it is.',
  }),
  ...share,
})

export const MethodFigures = Type.Object({
  method: Type.Union([CollectionMethod, Type.Null()], {
    description: 'Null for pages that nobody chose a way on.',
  }),
  ...share,
  paid_amount: Type.String(),
})

export const FailureFigures = Type.Object({ failure_code: FailureCodeName, count: Type.Integer() })

export const MerchantSummary = Type.Object({
  from: Day,
  to: Day,
  currency: Type.String(),
  today: TodayFigures,
  days: Type.Array(DayFigures, { description: 'Every day from `from` to `to`, also where nothing ended.' }),
  networks: Type.Array(NetworkFigures),
  methods: Type.Array(MethodFigures),
  failures: Type.Array(FailureFigures, { description: 'Why payments failed, the most frequent first.' }),
})

export const figureOperations = {
  readMerchantSummary: operation({
    id: 'readMerchantSummary',
    method: 'GET',
    path: '/v1/merchant/summary',
    tag: 'Figures',
    summary: 'Read how payments went, day by day',
    description:
      'Payments are counted on the day on which they ended, with the step that ends them: what this says costs the same however many there are.',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'collections:read' },
    idempotency: 'none',
    query: Body({
      from: Type.Optional(
        Type.String({ ...Day, description: 'The first day; 30 days are shown unless told otherwise.' }),
      ),
      to: Type.Optional(
        Type.String({ ...Day, description: 'The last day, today unless told otherwise; at most 366 days.' }),
      ),
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{3}$',
          'x-problem': 'must be a three-letter code like TZS',
          description: 'Each currency is counted by itself; `TZS` unless told otherwise.',
        }),
      ),
    }),
    status: 200,
    reply: MerchantSummary,
  }),
}
