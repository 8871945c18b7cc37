import { dayAfter, dayAt } from '../../src/primitives/instant.ts'
import { switchReceiptsOn } from '../switch-receipts-on.ts'
import type { Sample, Stage } from './stage.ts'

const ofMerchant: Sample = async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } })

/** A live receipt that the authority has refused: it can be read, and asked for again. */
export async function refusedReceipt({ service, cast }: Stage): Promise<string> {
  const { world } = service
  const owner = { merchantId: cast.merchantId, environment: 'live' } as const
  // Off by now, so that no other sample owes a receipt.
  await switchReceiptsOn(world, owner, { isEnabled: false })
  const id = world.newId()
  const now = world.clock.now()
  await world.sql`
    insert into fiscal_receipts (id, collection_id, merchant_id, environment, amount, currency, status, failure_reason, queued_at, updated_at)
    values (${id}, ${world.newId()}, ${cast.merchantId}, 'live', 150000, 'TZS', 'FAILED', 'No.', ${now}, ${now})`
  return id
}

/** One that is issued, and the day of it closed. */
export async function issuedReceipt(stage: Stage): Promise<string> {
  const { world } = stage.service
  const id = await refusedReceipt(stage)
  const now = world.clock.now()
  const day = dayAfter(dayAt(now), -1)
  await world.sql`
    update fiscal_receipts r set status = 'ISSUED', failure_reason = null, attempts = 1, told = 1, day = ${day}, day_number = 1,
      tax_code = 'STANDARD', tax = 22881, numbered_at = ${now}, issued_at = ${now}, verification_code = 'A1B2C3D4E51',
      verification_url = 'https://verify.example/A1B2C3D4E51',
      number = (select count(*) + 1 from fiscal_receipts o where o.merchant_id = r.merchant_id and o.number is not null)
    where id = ${id}`
  await world.sql`
    insert into fiscal_days (id, merchant_id, environment, day, status, receipts, first_number, last_number, amount, tax, currency,
      attempts, report_reference, created_at, closed_at)
    values (${world.newId()}, ${stage.cast.merchantId}, 'live', ${day}, 'CLOSED', 1, 1, 1, 150000, 22881, 'TZS', 1,
      ${`Z${day.replaceAll('-', '')}`}, ${now}, ${now})
    on conflict do nothing`
  return id
}

const ofReceipt: Sample = async (stage) => ({
  params: { fiscal_receipt_id: await refusedReceipt(stage) },
  headers: { 'x-merchant-id': stage.cast.merchantId },
})

export const samplesOfFiscalReceipts: Record<string, Sample> = {
  readFiscalSettings: ofMerchant,
  changeFiscalSettings: async (stage, principal) => ({
    ...(await ofMerchant(stage, principal)),
    body: { tin: '123-456-789', business_name: 'Duka la Asha' },
  }),
  listFiscalReceipts: ofMerchant,
  readFiscalReceipt: ofReceipt,
  retryFiscalReceipt: ofReceipt,
  listFiscalDays: ofMerchant,
  adminListFiscalReceipts: async () => ({}),
}
