import { beginTry, findPage } from '../collections/collections.ts'
import type { PayerTurns } from '../http/http.ts'
import { fillIn, formatTime, type Language, wordsIn } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { OrderedMethod, Registry } from '../providers/providers.ts'
import { keepingBlocked } from '../risk/risk.ts'
import type { RingCount } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { type Problem, waysOf } from './choosing.ts'
import type { PayView } from './pay-view.ts'
import { mobileFrom } from './read-form.ts'
import { tellLimit } from './tell-limit.ts'

type Sent = { method: string; phone: string; attempt: string }
type Desk = { world: World; registry: Registry; prompts: RingCount; payerTurns: PayerTurns }
type Way = { method: OrderedMethod; phone: string | null }

/** Names the next try of this collection: a form that was sent before names one that has begun. */
export function attemptOf({ tries }: Pick<PayView, 'tries'>): string {
  return String(tries.length + 1)
}

/**
 * Begins what the payer chose, or tells what is wrong with it. A form that was sent twice, or from a page that is out of
 * date, begins nothing: whoever sent it is shown how things stand.
 */
export async function beginPayment(
  desk: Desk,
  view: PayView,
  sent: Sent,
  language: Language,
): Promise<Problem[]> {
  if (!/^\d{1,9}$/.test(sent.attempt)) throw new Refusal('bad_request')
  if (!view.may.begin || sent.attempt !== attemptOf(view)) return []
  const { environment, merchant_id: merchantId } = view.collection
  await desk.registry.ready()
  const way = wayFrom(desk.registry.waysFor({ environment, merchantId }), sent, language)
  if (Array.isArray(way)) return way
  const at = { merchantId, place: view.token }
  return await desk.payerTurns.change(at, () =>
    begin(desk, view, { ...way, attempt: sent.attempt }, language),
  )
}

async function begin(
  { world, registry, prompts }: Desk,
  view: PayView,
  wish: Way & { attempt: string },
  language: Language,
): Promise<Problem[]> {
  // Of taps that came together the first has begun it meanwhile: the phone has rung once, and is counted once.
  const page = await findPage(world, registry, view.token)
  if (!page?.may.begin || wish.attempt !== attemptOf(page)) return []
  const waitSeconds = wish.phone === null ? 0 : await prompts.take(wish.phone)
  if (waitSeconds > 0) return [tooMany(world.clock.now(), waitSeconds, language)]
  try {
    const { isNew } = await keepingBlocked(world, () =>
      world.sql.begin((tx) => beginTry(tx, world, registry, { token: view.token, ...wish })),
    )
    if (!isNew) await forgetRing(prompts, wish)
    return []
  } catch (error) {
    if (error instanceof Refusal) await forgetRing(prompts, wish)
    return problemsOf(error, view, wish, language)
  }
}

/** What was refused rings nowhere, and neither does a tap that another process was faster with. */
async function forgetRing(prompts: RingCount, { phone }: Way): Promise<void> {
  if (phone !== null) await prompts.takeBack(phone)
}

/** Whoever's phone it is should not be rung without end. Told to the minute after which it may ring again. */
export function tooMany(now: Date, waitSeconds: number, language: Language): Problem {
  const { checkout: words } = wordsIn(language)
  const time = formatTime(new Date(now.getTime() + waitSeconds * 1_000 + 59_999))
  return { field: 'phone', text: fillIn(words.tooMany, { time }) }
}

function wayFrom(methods: readonly OrderedMethod[], sent: Sent, language: Language): Way | Problem[] {
  const { checkout: words } = wordsIn(language)
  const method = waysOf(methods).find((one) => one === sent.method)
  if (method === undefined) return [{ field: 'method', text: words.choose }]
  if (method === 'DYNAMIC_QR') return { method, phone: null }
  const phone = mobileFrom(sent.phone)
  return phone === null ? [{ field: 'phone', text: words.badPhone }] : { method, phone }
}

/** What the payer can do something about, in their words. Somebody who was faster has begun it: that is no problem. */
function problemsOf(error: unknown, view: PayView, { method, phone }: Way, language: Language): Problem[] {
  const { checkout: words } = wordsIn(language)
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'invalid_state') return []
  // Why is the merchant's own business.
  if (error.code === 'risk_blocked') return [{ field: 'method', text: words.notTaken }]
  if (error.code === 'merchant_inactive') return [{ field: 'method', text: words.closed }]
  if (error.code !== 'amount_not_supported') throw error
  const text = tellLimit(error, { ...view.collection, phone }, language)
  return [{ field: method === 'DYNAMIC_QR' ? 'method' : 'phone', text }]
}
