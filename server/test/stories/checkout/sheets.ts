import { randomUUID } from 'node:crypto'
import { dataOf, type Fields, type Shop } from '../money/shop.ts'

/** A thing of a merchant's that has a page, and the path of that page. */
export type Sheet = { id: string; path: string }

/** A payment link for school fees, unless told otherwise. */
export async function linkPage(shop: Shop, body: Fields = {}, key = shop.liveKey): Promise<Sheet> {
  const made = await shop.call('/v1/payment-links', {
    key,
    body: { merchant_id: shop.merchantId, amount: '25000.00', description: 'Ada ya shule', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  return sheetOf(dataOf(made))
}

/** An invoice that its customer was sent, unless it is to stay a draft. */
export async function invoicePage(
  shop: Shop,
  body: Fields = {},
  { key = shop.liveKey, isDraft = false } = {},
): Promise<Sheet> {
  const made = await shop.call('/v1/invoices', {
    key,
    body: {
      ...{ merchant_id: shop.merchantId, customer_name: 'Neema Mrema', customer_phone: '0712345678' },
      ...{ due_date: '2099-01-31', notes: 'Asante sana' },
      items: [
        { description: 'Mchele', quantity: '2', unit_price: '12500.00', tax_percent: '18' },
        { description: 'Maharage ya soya yaliyochaguliwa', quantity: '1.5', unit_price: '3200.50' },
      ],
      ...body,
    },
  })
  const sheet = sheetOf(dataOf(made))
  if (!isDraft) dataOf(await actOn(shop, sheet.id, 'send', key))
  return sheet
}

/** Sends an invoice, or makes it void. */
export const actOn = (shop: Shop, id: string, what: 'send' | 'void', key = shop.liveKey) =>
  shop.call(`/v1/invoices/${id}/${what}`, { method: 'POST', key })

function sheetOf({ id, public_url: url }: Fields): Sheet {
  return { id: String(id), path: new URL(String(url)).pathname }
}
