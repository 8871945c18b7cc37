import type { Actor } from '../http/http.ts'
import type { Registry } from '../providers/providers.ts'
import { approvalDelayOf } from '../withdrawals/withdrawals.ts'

/** Where approval is played, how long that takes. Asked before the transaction begins: whoever answers may need a connection too. */
export async function playedDelay(
  { registry }: { registry: Registry },
  { environment, merchantId }: Pick<Actor, 'environment' | 'merchantId'>,
): Promise<number | null> {
  const provider = registry.routeFor({ environment, merchantId, method: 'MOBILE_MONEY' })?.name ?? ''
  return await approvalDelayOf(registry, { provider }, merchantId)
}
