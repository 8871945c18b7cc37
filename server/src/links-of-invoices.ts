import { followNumbers, paidBeforeLink } from './dues/dues.ts'
import type { InvoiceLinks } from './invoices/invoices.ts'
import {
  changeLink,
  draftLink,
  findLink,
  insertLinks,
  type LinkRow,
  showLink,
} from './payment-links/payment-links.ts'
import type { Registry } from './providers/providers.ts'
import type { World } from './world/world.ts'

/** Payment links and control numbers as invoices need them. */
export function linksOfInvoices(world: World, registry: Registry): InvoiceLinks {
  const show = (link: LinkRow) => showLink(link, world.clock.now(), world.baseUrl)
  return {
    async open(tx, owner, { invoiceId, ...wish }) {
      const draft = draftLink(world, registry, owner, wish, invoiceId)
      const link = { ...draft, ...(await paidBeforeLink(tx, invoiceId)) }
      await insertLinks(tx, [link])
      return show(link)
    },
    find: async (sql, owner, id) => show(await findLink(sql, id, owner)),
    close: async (tx, owner, id) => void (await changeLink(tx, world, id, owner, { status: 'INACTIVE' })),
    closeNumbers: (tx, voided) => followNumbers(tx, world, [voided], voided.updated_at),
  }
}
