import type { Transaction } from '../database/database.ts'

export type Payload = { collectionId: string; paymentToken: string; payload: string }

/** What the customer scans, exactly as the provider wrote it. */
export async function keepPayloads(tx: Transaction, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return
  await tx`
    update collections c set payment_token = p."paymentToken", qr_payload = p.payload
    from json_to_recordset(${JSON.stringify(payloads)}::json)
      as p ("collectionId" uuid, "paymentToken" text, payload text)
    where c.id = p."collectionId"`
}
