import { operations } from '@malipo/contract'
import { noteByPerson } from '../audit/audit.ts'
import { type Route, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { changeLink } from './change-link.ts'
import { draftLink, insertLinks } from './create-link.ts'
import { findLink, listLinks } from './find-links.ts'
import { type LinkRow, showLink } from './link-row.ts'

/** What merchants do with their links. */
export function linkRoutes(world: World, registry: Registry): Route[] {
  const show = (row: LinkRow) => showLink(row, world.clock.now(), world.baseUrl)
  return [
    route(
      operations.createPaymentLink,
      ({ body: { merchant_id: _settled, ...wish }, caller, requestId, idempotently }) =>
        idempotently(async (tx) => {
          const link = draftLink(world, registry, caller, wish)
          await insertLinks(tx, [link])
          const subject = { kind: 'payment_link', id: link.id } as const
          noteByPerson(tx, world, { caller, requestId }, { action: 'payment_link.create', subject })
          return show(link)
        }),
    ),
    route(operations.listPaymentLinks, ({ query, caller, lists }) =>
      listLinks(lists, caller, query, world.clock.now(), show),
    ),
    route(operations.readPaymentLink, async ({ params, caller }) =>
      show(await findLink(world.sql, params.payment_link_id, caller)),
    ),
    route(operations.changePaymentLink, async ({ params, body, caller, requestId }) => {
      const id = params.payment_link_id
      if (!isId(id)) throw new Refusal('not_found')
      const changed = await world.sql.begin(async (tx) => {
        const link = await changeLink(tx, world, id, caller, body)
        const subject = { kind: 'payment_link', id } as const
        noteByPerson(tx, world, { caller, requestId }, { action: 'payment_link.change', subject })
        return link
      })
      return show(changed)
    }),
  ]
}
