import type { Language } from '../pages/pages.ts'
import type { Registry, RouteWish } from '../providers/providers.ts'
import type { PayView } from './pay-view.ts'

/** What a provider tells payers beforehand, where it does. */
export type Hints = {
  /** What the prompt may show as the receiver. */
  payee: string | null
  /** What to dial when none comes. */
  menuCode: string | null
  help: string | null
}

const none: Hints = { payee: null, menuCode: null, help: null }

/** Of an open try, in the words of whoever carries it. */
export function hintsOf(registry: Registry, { shown }: Pick<PayView, 'shown'>, language: Language): Hints {
  if (shown?.state !== 'open') return none
  const { method, customer_phone: phone } = shown
  const told = registry.named(shown.provider)?.describe?.({ method, phone })
  if (!told) return none
  return { payee: told.payee_shown, menuCode: told.menu_code, help: told.help?.[language] ?? null }
}

/** The name of the wallet that belongs to whoever would be asked, by which payers know it. */
export function walletOf(
  registry: Registry,
  { environment, merchantId }: Pick<RouteWish, 'environment' | 'merchantId'>,
): string | null {
  const method = 'PROVIDER_PESA_PUSH'
  const provider = registry.routeFor({ environment, merchantId, method })
  return provider?.describe?.({ method, phone: null }).wallet ?? null
}
