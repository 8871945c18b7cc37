import type { Transaction } from '../database/database.ts'
import type { Code, Prompt, PromptEnd } from '../gateways/gateways.ts'
import { idOfReference } from '../primitives/reference.ts'
import { Refusal } from '../primitives/refusal.ts'
import {
  type Answered,
  type FailureReason,
  type Handset,
  type HandsetView,
  hasReached,
  lockBalance,
  ordinarySubscriber,
  type PromptReaction,
  promptMs,
  tellHandsets,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** A gateway of this process, as far as its payers are concerned. */
export type PlayedGateway = {
  prompts(phone?: string): Prompt[]
  codes(): Code[]
  answer(reference: string, end: PromptEnd): unknown
  scan(code: string, phone: string): unknown
  /** Writes down what has changed, and tells of it. */
  advance(): void
}

/** The third wrong PIN ends it, as on the simulated network. */
const mostWrongPins = 3

type Asked = { reference: string; phone: string }

export type GatewayPhones = ReturnType<typeof createGatewayPhones>

/** Phones for pushes and codes of the gateways beside this process. They carry live payments, so they are for development only. */
export function createGatewayPhones(world: World, gateways: () => PlayedGateway[]) {
  const wrongPins = new Map<string, number>()

  function view(handsets: Handset[]): Pick<HandsetView, 'prompts' | 'codes'> {
    const now = world.clock.now()
    const shown = ({ reference, payee, amount, currency, since }: Prompt | Code) => ({
      ...{ reference, environment: 'live' as const, merchant_id: '', merchant_name: payee, amount, currency },
      ...{ created_at: since, wrong_pins: wrongPins.get(reference) ?? 0 },
    })
    const prompts = gateways().flatMap((gateway) =>
      handsets.flatMap((handset) =>
        gateway
          .prompts(handset.phone)
          .filter(({ since }) => hasReached(handset, since, now))
          .map((prompt) => ({
            ...shown(prompt),
            phone: handset.phone,
            ends_at: prompt.until ?? new Date(prompt.since.getTime() + promptMs),
          })),
      ),
    )
    const codes = gateways().flatMap((gateway) =>
      gateway.codes().map((code) => ({ ...shown(code), expires_at: code.until })),
    )
    return { prompts, codes: codes.slice(-12).reverse() }
  }

  /** Who asks for it: a prompt on that phone, or a code that it has scanned. */
  function find({ reference, phone }: Asked) {
    for (const gateway of gateways()) {
      const prompt = gateway.prompts(phone).find((one) => one.reference === reference)
      if (prompt) return { gateway, amount: prompt.amount, currency: prompt.currency, payee: prompt.payee }
      const code = gateway.codes().find((one) => one.reference === reference)
      if (code)
        return { gateway, amount: code.amount, currency: code.currency, payee: code.payee, code: code.code }
    }
    return null
  }

  async function answer(asked: Asked, { answer: wish, pin }: PromptReaction): Promise<Answered | null> {
    const found = find(asked)
    if (found === null) return null
    const { reference, phone } = asked
    const isWrong = wish === 'approve' && pin !== ordinarySubscriber.pin
    const wrong = (wrongPins.get(reference) ?? 0) + (isWrong ? 1 : 0)
    if (isWrong && wrong < mostWrongPins) {
      wrongPins.set(reference, wrong)
      return { environment: 'live', state: 'waiting', reason: 'wrong_pin' }
    }
    wrongPins.delete(reference)
    return await world.sql.begin(async (tx) => {
      const balance = await lockBalance(tx, 'everything', phone, world.clock.now())
      if (balance === null) throw new Refusal('invalid_state')
      const isShort = balance < found.amount
      const reason = isWrong
        ? 'wrong_pin'
        : wish === 'decline'
          ? 'declined'
          : isShort
            ? 'insufficient_funds'
            : null
      const isScanned = 'code' in found && found.code !== undefined
      if (isScanned && found.gateway.scan(found.code, phone) === null) throw new Refusal('invalid_state')
      if (found.gateway.answer(reference, reason ?? 'paid') === null) throw new Refusal('invalid_state')
      found.gateway.advance()
      await tell(tx, asked, found, reason)
      return { environment: 'live', state: reason === null ? 'paid' : 'declined', reason }
    })
  }

  /** As the simulated network does, which knows whose payment it is; here the reference leads there. */
  async function tell(
    tx: Transaction,
    { reference, phone }: Asked,
    { amount, currency, payee: party }: Pick<Prompt, 'amount' | 'currency' | 'payee'>,
    reason: FailureReason | null,
  ): Promise<void> {
    const [row] = await tx<{ merchant_id: string }[]>`
      select c.merchant_id from collection_tries t join collections c on c.id = t.collection_id
      where t.id = ${idOfReference('MLP', reference)}`
    if (!row) return
    const kind = reason === null ? ('paid' as const) : ('failed' as const)
    const about = { reference, phone, environment: 'live' as const, merchantId: row.merchant_id }
    await tellHandsets(tx, world, [{ ...about, kind, reason, amount, currency, party }])
  }

  return { view, answer }
}
