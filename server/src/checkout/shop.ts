import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { type MerchantLooks, readLooks, readLooksOf } from '../merchants/merchants.ts'
import type { Language } from '../pages/pages.ts'

/** A merchant as its payers see it. */
export type Shop = {
  name: string
  colour: string | null
  phone: string | null
  email: string | null
  language: Language | null
  /** Whether live payments to it can be begun. */
  isActive: boolean
}

/** Whoever was suspended collects nothing live. Payers are told that the link is closed: why is the merchant's own business. */
export function isClosed({ isActive }: Shop, environment: Environment): boolean {
  return environment === 'live' && !isActive
}

export async function findShop(sql: Database, merchantId: string): Promise<Shop> {
  return shopOf(await readLooks(sql, merchantId))
}

/** Several, by the ids of their merchants. */
export async function findShops(sql: Database, merchantIds: string[]): Promise<Map<string, Shop>> {
  const found = await readLooksOf(sql, [...new Set(merchantIds)])
  return new Map(Array.from(found, ([id, looks]) => [id, shopOf(looks)]))
}

function shopOf(looks: MerchantLooks): Shop {
  return {
    name: looks.display_name ?? looks.name,
    colour: looks.brand_colour,
    phone: looks.support_phone,
    email: looks.support_email,
    language: looks.language,
    isActive: looks.is_active,
  }
}
