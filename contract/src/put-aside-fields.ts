import Type, { type TSchema } from 'typebox'
import { Timestamp } from './fields.ts'

export const PutAside = Type.Object(
  {
    at: Timestamp,
    archive: Type.String({ description: 'How the operator finds it.' }),
  },
  {
    description:
      'Only where the steps of an old payment were put aside by the operator: when, and in which archive. What is shown of them came since.',
  },
)

/** Only of a payment of which steps are missing here, so that no history seems to be empty. */
export const putAsideField = { history_put_aside: Type.Optional(PutAside) }

/** The steps of a payment, oldest first. */
export function historyOf<Step extends TSchema>(step: Step) {
  return { history: Type.Array(step), ...putAsideField }
}
