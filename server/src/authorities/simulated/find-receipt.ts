import type { Database } from '../../database/database.ts'

export type SimulatedReceipt = { number: bigint; day: string; amount: bigint; tin: string; created_at: Date }

/** As they are given out: the device's letters and digits, and the number of the receipt. */
const codeForm = /^[0-9A-F]{1,40}$/

/** What the simulated authority tells whoever has the code of a receipt. */
export async function findSimulatedReceipt(sql: Database, code: string): Promise<SimulatedReceipt | null> {
  if (!codeForm.test(code)) return null
  const [found] = await sql<SimulatedReceipt[]>`
    select r.number, r.day::text as day, r.amount, d.tin, r.created_at
    from simulated_fiscal_receipts r join simulated_fiscal_devices d using (registration_id)
    where r.verification_code = ${code} and r.is_taken`
  return found ?? null
}
