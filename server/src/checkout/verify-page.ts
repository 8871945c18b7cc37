import type { FastifyInstance } from 'fastify'
import { findSimulatedReceipt } from '../authorities/authorities.ts'
import { chooseLanguage, formatDay, formatMoney, html, sendPage, wordsIn } from '../pages/pages.ts'
import { beginningOf } from '../primitives/instant.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Asked, PaymentParts } from './payment-routes.ts'
import { factList } from './receipt-facts.ts'
import { shopFrame } from './shop-frame.ts'

/** Where the codes of the simulated authority lead: what a real one would tell whoever scans a receipt. */
export function serveVerifyPage(pages: FastifyInstance, { world, payerTurns, script }: PaymentParts): void {
  pages.get('/sandbox/verify/:code', async (request: Asked, reply) => {
    const { code = '' } = request.params
    const found = await payerTurns.look(code, () => findSimulatedReceipt(world.sql, code))
    if (!found) throw new Refusal('not_found')
    const language = chooseLanguage(request)
    const { checkout: words } = wordsIn(language)
    const { fiscal, facts } = words
    const day = beginningOf(found.day) ?? found.created_at
    return sendPage(request, reply, {
      language,
      script,
      title: fiscal.verified,
      content: html`${factList([
        [fiscal.number, String(found.number)],
        [fiscal.code, code],
        [facts.amount, formatMoney(found.amount, 'TZS')],
        [facts.date, formatDay(day, language)],
        [fiscal.tin, found.tin],
      ])}
<p class="hint">${fiscal.simulated}</p>`,
      frame: shopFrame({ words, shop: null, heading: fiscal.verified, tone: 'paid', isTest: true }),
    })
  })
}
