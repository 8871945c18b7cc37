import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { Carries, Hours } from './provider.ts'
import { type MobileNetwork, networkOf } from './simulated/simulated.ts'

/** What is to be carried, as far as it is known yet. A method that nobody has picked yet is none. */
export type Carriage<Method extends string> = {
  method: Method | null
  amount?: bigint
  currency: string
  phone?: string | null
  destinationCode?: string
}

/** Refuses what a provider cannot carry, with the limit that it meets. */
export function refuseUncarried<Method extends string>(
  carries: Carries<Method>,
  wish: Carriage<NoInfer<Method>>,
): void {
  const refusal = limitOf(carries, wish)
  if (refusal) throw refusal
}

/** The limit that it would meet, or null. */
export function limitOf<Method extends string>(
  { methods, currencies, amounts, destinations }: Carries<Method>,
  wish: Carriage<NoInfer<Method>>,
): Refusal | null {
  if (wish.method !== null && !methods.includes(wish.method)) {
    return invalid({
      field: 'method',
      problem: `${wish.method} is not carried by the provider here; it carries ${methods.join(', ')}`,
    })
  }
  if (!currencies.includes(wish.currency)) {
    return new Refusal('unsupported_currency', {
      message: `This currency is not supported here. Use ${currencies.join(' or ')}.`,
      details: { supported: currencies },
    })
  }
  if (wish.destinationCode !== undefined && destinations?.includes(wish.destinationCode) === false) {
    return invalid({
      field: 'destination_code',
      problem: `${wish.destinationCode} is not paid to by the provider here; GET /v1/destinations says which are available`,
    })
  }
  return wish.amount === undefined ? null : amountRefused(amounts, wish.amount)
}

/** Within what an amount can be carried, and when. */
export type Limits = Carries<string>['amounts'] & { hours: Hours | null }

/** What all of these carry together: who finds one too small or too large leaves it to the next. */
export function limitsOfAll(
  carriers: readonly Carries<string>[],
  network: MobileNetwork | null,
): Limits | null {
  const [first] = carriers
  if (!first) return null
  const leasts = carriers.map(({ amounts, leastOn }) => larger(amounts.least, leastOn?.[network ?? ''] ?? 0n))
  return {
    smallest: carriers.map(({ amounts }) => amounts.smallest).reduce(smaller),
    least: leasts.reduce(smaller),
    most: carriers.map(({ amounts }) => amounts.most).reduce(larger),
    // Whoever is open all day takes what comes while the others sleep.
    hours: carriers.every(({ hours }) => hours !== undefined) ? (first.hours ?? null) : null,
  }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/** Why such limits refuse it; null where they do not. The details have the names that networks are listed with, and older ones. */
export function amountRefused(amounts: Carries<string>['amounts'], amount: bigint): Refusal | null {
  const limit = limitMet(amounts, amount)
  if (limit === null) return null
  const [step, least, most] = [amounts.smallest, amounts.least, amounts.most].map(textFromMinor)
  return new Refusal('amount_not_supported', {
    message: `The provider cannot carry this amount: it must be ${limit}.`,
    details: {
      ...{ min_amount: least, max_amount: most, step },
      ...{ smallest_unit: step, minimum: least, maximum: most },
    },
  })
}

/** A push rings on the network that its number was first given to, as far as anybody knows. */
export function networkOfWish({ method, phone }: Partial<Carriage<string>>): MobileNetwork | null {
  const isPush = method === 'USSD_PUSH' || method === 'STK_PUSH'
  return isPush && typeof phone === 'string' ? networkOf(phone) : null
}

/**
 * Whether it is likely to refuse a push for being too small on the network that the number was first given to. Numbers are ported, so this is
 * a reason to ask somebody else first, and never one to refuse.
 */
export function isDoubtful({ leastOn }: Carries<string>, wish: Partial<Carriage<string>>): boolean {
  return wish.amount !== undefined && wish.amount < (leastOn?.[networkOfWish(wish) ?? ''] ?? 0n)
}

function limitMet({ smallest, least, most }: Carries<string>['amounts'], amount: bigint): string | null {
  if (amount < least) return `${textFromMinor(least)} or more`
  if (amount > most) return `${textFromMinor(most)} or less`
  return amount % smallest === 0n ? null : `a multiple of ${textFromMinor(smallest)}`
}
