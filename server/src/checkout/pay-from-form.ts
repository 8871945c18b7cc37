import { fingerprintOf } from '../http/http.ts'
import { fillIn, type Language, wordsIn } from '../pages/pages.ts'
import { type OpenLink, type PayingByLink, payByLink } from '../payment-links/payment-links.ts'
import { minorFromText } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { subscriberOf } from '../primitives/subscriber.ts'
import { limitsOf } from './amount-limits.ts'
import { tooMany } from './begin-payment.ts'
import { type Problem, waysOf } from './choosing.ts'
import { mobileFrom } from './read-form.ts'
import { tellLimit } from './tell-limit.ts'

export type LinkForm = { method: string; phone: string; amount: string; attempt: string }
type Visited = { link: OpenLink; language: Language }

/** Under which token the payment goes on, or what is wrong with what was sent. */
export type Begun = { token: string } | { problems: Problem[] }

const attemptPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Begins a payment by a link. The same form twice, or the same number while its payment is open, is one payment. */
export async function payFromForm(
  paying: PayingByLink,
  { link, language }: Visited,
  sent: LinkForm,
  address: string,
): Promise<Begun> {
  const { checkout: words } = wordsIn(language)
  if (!attemptPattern.test(sent.attempt)) throw new Refusal('bad_request')
  const method = waysOf(link.methods).find((one) => one === sent.method)
  const phone = method === 'DYNAMIC_QR' ? undefined : (mobileFrom(sent.phone) ?? undefined)
  const amount = sent.amount.replace(/[\s,]/g, '')
  const isChosen = link.amount === null
  const problems: Problem[] = []
  if (isChosen && !minorFromText(amount)) problems.push(badAmount(link, language))
  if (method === undefined) problems.push({ field: 'method', text: words.choose })
  else if (method !== 'DYNAMIC_QR' && phone === undefined)
    problems.push({ field: 'phone', text: words.badPhone })
  if (problems.length > 0 || method === undefined) return { problems }
  const wish = { method, ...(phone !== undefined && { phone }), ...(isChosen && { amount }) }
  try {
    const { collection } = await payByLink(paying, link, {
      ...wish,
      address: subscriberOf(address),
      key: sent.attempt,
      fingerprint: fingerprintOf('POST', link.id, wish),
      sameness: 'while_open',
      codeMayFollow: true,
    })
    if (collection.public_token === null) throw new Error('A payment by a link has no token of its own.')
    return { token: collection.public_token }
  } catch (error) {
    const asked = { phone, amount: link.amount ?? minorFromText(amount) ?? 0n }
    return { problems: [problemOf(error, paying, { link, language }, asked)] }
  }
}

/** Where the link has limits, they tell more than an example, which they may refuse. */
function badAmount(link: OpenLink, language: Language): Problem {
  const { checkout: words } = wordsIn(language)
  const limits = limitsOf(link, language)
  const { currency } = link
  const text =
    limits === null ? fillIn(words.badAmount, { currency }) : fillIn(words.badAmountFor, { limits })
  return { field: 'amount', text }
}

/** What the payer can do something about. Whatever else went wrong is told by another page. */
function problemOf(
  error: unknown,
  { world }: PayingByLink,
  { link, language }: Visited,
  { phone, amount }: { phone: string | undefined; amount: bigint },
): Problem {
  const { checkout: words } = wordsIn(language)
  if (!(error instanceof Refusal)) throw error
  const field = phone === undefined ? 'method' : 'phone'
  switch (error.code) {
    case 'payment_link_unavailable':
      return { field: 'method', text: words.busy }
    case 'risk_blocked':
      return { field, text: words.notTaken }
    case 'idempotency_key_reused':
      return { field, text: words.openRequest }
    case 'validation_error':
      return badAmount(link, language)
    case 'amount_not_supported': {
      const text = tellLimit(error, { amount, currency: link.currency, phone: phone ?? null }, language)
      return { field: link.amount === null ? 'amount' : 'method', text }
    }
    case 'rate_limited': {
      const { retry_after_seconds: seconds = 60 } = error.details as { retry_after_seconds?: number }
      return { ...tooMany(world.clock.now(), seconds, language), field }
    }
    default:
      throw error
  }
}
