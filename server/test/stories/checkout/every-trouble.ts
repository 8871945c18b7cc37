import { Refusal } from '../../../src/primitives/refusal.ts'
import type { Counter } from './counter.ts'
import type { Shown } from './every-state.ts'
import { hostedPage } from './payer.ts'
import { invoicePage, linkPage } from './sheets.ts'

/** One of each kind of page on which somebody could pay now. */
async function oneOfEach({ shop }: Counter): Promise<[pay: string, link: string, invoice: string]> {
  const about = { description: undefined, cancel_url: 'https://shop.example/basket' }
  return [(await hostedPage(shop, about)).path, (await linkPage(shop)).path, (await invoicePage(shop)).path]
}

const slow = 'M-Pesa is slow now. Wait, or pay another way.'
const tooMany = 'Too many requests to this number.'

/** Pages on which somebody could pay, while networks are in trouble. */
export async function makeEveryWeatherState(counter: Counter): Promise<Shown[]> {
  const { weather } = counter.service.parts
  weather.troubled = async () => ['M-Pesa', 'Airtel Money']
  const [pay, link, invoice] = await oneOfEach(counter)
  return [
    ['pay-weather', pay, 'Pay Mama Asha Shop', undefined, slow],
    ['link-weather', link, 'Payment request from Mama Asha Shop', undefined, slow],
    ['invoice-weather', invoice, 'Invoice INV-', undefined, slow],
  ]
}

/** Whose phone has rung as often as it may. */
export const rungOut = '0712 999 999'

/** What is told to whoever may not ask, and by a service that cannot answer. */
export async function makeEveryRefusedState(counter: Counter): Promise<Shown[]> {
  const { prompts, payerTurns } = counter.service.parts
  const [take, look] = [prompts.take, payerTurns.look]
  prompts.take = async (phone) => (phone === `255${rungOut.replaceAll(' ', '').slice(1)}` ? 600 : take(phone))
  const [pay, link, invoice] = await oneOfEach(counter)
  payerTurns.look = async (place, work) => {
    if (invoice.endsWith(place)) throw new Refusal('unavailable')
    return await look(place, work)
  }
  return [
    ['pay-too-many', pay, 'Pay Mama Asha Shop', 'ring', tooMany],
    ['link-too-many', link, 'Payment request from Mama Asha Shop', 'ring', tooMany],
    ['invoice-cannot-answer', invoice, 'We cannot answer now.'],
  ]
}

/** What payers of a suspended merchant see. It stays suspended. */
export async function makeEveryClosedState(counter: Counter): Promise<Shown[]> {
  const { service, shop } = counter
  const [pay, link, invoice] = await oneOfEach(counter)
  await service.world.sql`update merchants set is_active = false where id = ${shop.merchantId}`
  return [
    ['pay-closed', pay, 'This link is closed'],
    ['link-suspended', link, 'This link is closed'],
    ['invoice-closed', invoice, 'Invoice INV-', undefined, 'This link is closed'],
  ]
}
