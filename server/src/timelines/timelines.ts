import { type Access, type Environment, operations, type ReplyOf } from '@malipo/contract'
import { type Actor, type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import type { Audience } from './entries.ts'
import { collectionTimeline, type Reader, withdrawalTimeline } from './read-timelines.ts'

const everything: Audience = { isAdmin: true, seesRequests: true, seesBooks: true, seesEvents: true }

type Replies = {
  collection: ReplyOf<typeof operations.readCollectionTimeline>
  withdrawal: ReplyOf<typeof operations.readWithdrawalTimeline>
  adminCollection: ReplyOf<typeof operations.adminReadCollectionTimeline>
  adminWithdrawal: ReplyOf<typeof operations.adminReadWithdrawalTimeline>
}

/**
 * Everything that happened to one payment: for its merchant, and for Super Admins, one environment at a time. The finders know of each
 * kind whose it is; what they return is one type for all, and the schema of the operation holds them to it.
 */
export function routes({ world }: { world: World }): Route[] {
  return [
    route(
      operations.readCollectionTimeline,
      async ({ params, caller, lists }) =>
        (await collectionTimeline(
          lists,
          world,
          params.collection_id,
          asMerchant(caller),
        )) as Replies['collection'],
    ),
    route(
      operations.readWithdrawalTimeline,
      async ({ params, caller, lists }) =>
        (await withdrawalTimeline(lists, params.withdrawal_id, asMerchant(caller))) as Replies['withdrawal'],
    ),
    route(
      operations.adminReadCollectionTimeline,
      async ({ params, environment, lists }) =>
        (await collectionTimeline(
          lists,
          world,
          params.collection_id,
          asAdmin(environment()),
        )) as Replies['adminCollection'],
    ),
    route(
      operations.adminReadWithdrawalTimeline,
      async ({ params, environment, lists }) =>
        (await withdrawalTimeline(
          lists,
          params.withdrawal_id,
          asAdmin(environment()),
        )) as Replies['adminWithdrawal'],
    ),
  ]
}

function asAdmin(environment: Environment): Reader {
  return { merchantId: null, environment, audienceIn: () => everything }
}

/** A part is shown to whoever may list it: the contract says who, and there is no second table of it here. */
function asMerchant(caller: Actor): Reader {
  const { merchantId, environment } = caller
  return {
    merchantId,
    environment,
    audienceIn(where) {
      // A page that was made with credentials of the sandbox is live: what is booked and told of it is not theirs to list.
      const isThere = environment === where
      return {
        isAdmin: false,
        seesRequests: mayCall(operations.listRequests.access, caller),
        seesBooks: isThere && mayCall(operations.listTransactions.access, caller),
        seesEvents: isThere && mayCall(operations.listWebhookDeliveries.access, caller),
      }
    },
  }
}

function mayCall(access: Access, { by, role }: Actor): boolean {
  if (access.who !== 'merchant') return false
  if (by.kind === 'key')
    return access.keys === 'any' || (access.keys !== 'none' && by.scopes.has(access.keys))
  return role !== null && access.roles.includes(role)
}
