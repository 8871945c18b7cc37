import type { Database } from '../database/database.ts'
import { readLooks } from '../merchants/merchants.ts'
import type { Language } from '../pages/pages.ts'

/** A merchant as its payers see it. */
export type Shop = {
  name: string
  colour: string | null
  phone: string | null
  email: string | null
  language: Language | null
}

export async function findShop(sql: Database, merchantId: string): Promise<Shop> {
  const looks = await readLooks(sql, merchantId)
  return {
    name: looks.display_name ?? looks.name,
    colour: looks.brand_colour,
    phone: looks.support_phone,
    email: looks.support_email,
    language: looks.language,
  }
}
