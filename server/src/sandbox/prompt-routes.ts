import { operations, type Prompt } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, readPage, route } from '../http/http.ts'
import { textFromMinor } from '../primitives/money.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { Refusal } from '../primitives/refusal.ts'
import {
  type NetworkPlayer,
  networkOf,
  type SimulatedNetwork,
  type SimulatedPayment,
  waitingPrompts,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'

export type PromptParts = {
  network: SimulatedNetwork
  /** Tells of it at once, so that an answered prompt shows without waiting. */
  player: Pick<NetworkPlayer, 'playOne'>
}

export function promptRoutes(world: World, { network, player }: PromptParts): Route[] {
  return [
    route(operations.listSandboxPrompts, ({ query, caller, lists }) => {
      const phone = query.phone ? canonicalPhone(query.phone) : null
      const rows = waitingPrompts(world, caller.merchantId, phone)
      return readPage(lists, query, { rows, show: showPrompt })
    }),
    route(operations.answerSandboxPrompt, async ({ params, body, caller, idempotently }) => {
      // What stands in a path comes in small letters, and references are in capitals.
      const reference = params.provider_reference.toUpperCase()
      // The database takes no NUL, so nothing can be named by one.
      if (reference.includes('\0')) throw new Refusal('not_found')
      const answered = await idempotently(async (tx) => ({
        provider_reference: reference,
        state: await network.answer(caller.merchantId, reference, body, tx),
      }))
      await player.playOne('sandbox', reference)
      return answered
    }),
  ]
}

function showPrompt(row: SimulatedPayment): Static<typeof Prompt> {
  const { reference, phone, method, amount, currency, state, created_at } = row
  return {
    provider_reference: reference,
    phone,
    network: phone === null ? null : networkOf(phone),
    method,
    amount: textFromMinor(amount),
    currency,
    state,
    created_at: created_at.toISOString(),
  }
}
