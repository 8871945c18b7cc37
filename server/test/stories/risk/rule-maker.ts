import type { Environment } from '@malipo/contract'
import type { Service } from '../../service.ts'
import { hireAdmin } from '../money/admin.ts'
import { dataOf, type Fields } from '../money/shop.ts'

export type Hit = Fields & { sentence: string; outcome: string; payment_id: string | null; facts: Fields[] }
export type RuleMaker = Awaited<ReturnType<typeof hireRuleMaker>>
type Ruled = { merchantId: string }

/** A Super Admin who makes rules for payments, puts numbers on lists and reads what was met. */
export async function hireRuleMaker(service: Service) {
  const admin = await hireAdmin(service)
  return {
    admin,
    async make(shop: Ruled, when: Fields, given: Fields = {}): Promise<Fields> {
      const rule = {
        ...{ name: 'A rule', applies_to: 'collections', merchant_id: shop.merchantId },
        ...{ when, action: 'block', mode: 'on', ...given },
      }
      return dataOf(await admin.call('/v1/admin/risk-rules', 'live', { body: rule }))
    },
    async hitsOf(shop: Ruled, query = '', environment: Environment = 'live'): Promise<Hit[]> {
      const path = `/v1/admin/risk-hits?merchant_id=${shop.merchantId}&page_size=100${query}`
      return (dataOf(await admin.call(path, environment)).items as Hit[]).toReversed()
    },
    async list(name: string, number: string, note?: string): Promise<Fields> {
      const sent = { method: 'PUT', body: note === undefined ? {} : { note } }
      return dataOf(await admin.call(`/v1/admin/risk-lists/${name}/${number}`, 'live', sent))
    },
  }
}
