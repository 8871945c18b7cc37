import type { Database } from '../../database/database.ts'

export type SimulatedReceipt = { number: bigint; day: string; amount: bigint; tin: string; created_at: Date }

/** What the simulated authority tells whoever has the code of a receipt. */
export async function findSimulatedReceipt(sql: Database, code: string): Promise<SimulatedReceipt | null> {
  const [found] = await sql<SimulatedReceipt[]>`
    select r.number, r.day::text as day, r.amount, d.tin, r.created_at
    from simulated_fiscal_receipts r join simulated_fiscal_devices d using (registration_id)
    where r.verification_code = ${code} and r.is_taken`
  return found ?? null
}
