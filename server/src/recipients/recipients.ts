import { operations } from '@malipo/contract'
import { deleteOld } from '../database/database.ts'
import { type Route, route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { changeRecipient, removeRecipient } from './change-recipient.ts'
import { findRecipient, listRecipients, type Place } from './find-recipients.ts'
import { showRecipient } from './recipient-row.ts'
import { changeSettings, readSettings, showSettings } from './recipient-settings.ts'
import { saveRecipient } from './save-recipient.ts'

export { findRecipient, findRecipients } from './find-recipients.ts'
export { readStanding, recipientFor, refuseUnready, unknownRecipient } from './judge-recipient.ts'
export { type RowTo, readStandings, recipientsFor, refuseUnreadyAmong } from './judge-recipients.ts'
export type { RecipientRow } from './recipient-row.ts'
export { bareAccount, barely, isAccountAmong } from './spellings.ts'

/** Told by the room of withdrawals, which knows where money can go: the place as it is kept, or a refusal. */
export type ReadPlace = (
  place: Place & { bank_name?: string | undefined; bank_account_name?: string | undefined },
) => Place

type Parts = { world: World; readPlace: ReadPlace }

export function routes({ world, readPlace }: Parts): Route[] {
  const { sql, clock } = world
  return [
    route(operations.createRecipient, ({ body, caller, requestId, idempotently, existed }) =>
      idempotently(async (tx) => {
        const { look_up_id: lookUpId, metadata, ...place } = body
        const { bank_name = null, bank_account_name = null, destination_name } = body
        const wish = {
          ...readPlace(place),
          destination_name,
          bank_name,
          bank_account_name,
          lookUpId,
          metadata,
        }
        const { recipient, isNew } = await saveRecipient(tx, world, caller, wish, requestId)
        if (!isNew) existed()
        return showRecipient(recipient, clock.now())
      }),
    ),
    route(operations.listRecipients, ({ query, caller, lists }) =>
      listRecipients(lists, caller, query, clock.now()),
    ),
    route(operations.readRecipient, async ({ params, caller }) => {
      const recipient = await findRecipient(sql, params.recipient_id, caller)
      if (!recipient) throw new Refusal('not_found')
      return showRecipient(recipient, clock.now())
    }),
    route(operations.changeRecipient, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) =>
        showRecipient(
          await changeRecipient(tx, world, caller, params.recipient_id, body, requestId),
          clock.now(),
        ),
      ),
    ),
    route(operations.removeRecipient, ({ params, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        await removeRecipient(tx, world, caller, params.recipient_id, requestId)
        return { id: params.recipient_id, deleted: true as const }
      }),
    ),
    route(operations.readRecipientSettings, async ({ caller }) =>
      showSettings(await readSettings(sql, caller, clock.now())),
    ),
    route(operations.changeRecipientSettings, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const change = {
          ...(body.recipient_cooling_hours !== undefined && { hours: body.recipient_cooling_hours }),
          ...(body.recipients_only !== undefined && { only: body.recipients_only }),
        }
        return showSettings(await changeSettings(tx, world, { caller, requestId }, change))
      }),
    ),
  ]
}

/** Somebody may ask for a while what became of one that was removed. */
const removed = { table: 'recipients', column: 'deleted_at', only: 'deleted_at is not null' }

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  const work = () => deleteOld(sql, removed, daysBefore(clock.now(), keptDays))
  return [{ name: 'recipients.forget', everyMs: 600_000, work }]
}
