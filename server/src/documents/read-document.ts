import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { FileReply } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { DocumentRow } from './document-row.ts'
import { plainFileName } from './recognise-file.ts'

/** Nobody reads a document unseen: the entry is written with the answer, or there is none. */
export async function readDocument(
  tx: Transaction,
  world: World,
  by: { adminId: string; requestId: string },
  id: string,
): Promise<FileReply> {
  const [row] = await tx<(DocumentRow & { bytes: Buffer })[]>`
    select d.*, b.bytes from merchant_documents d join merchant_document_bytes b on b.document_id = d.id
    where d.id = ${id}`
  if (!row) throw new Refusal('not_found')
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'document.read',
      subject: { kind: 'document', id },
      merchantId: row.merchant_id,
      details: { kind: row.kind, file_name: row.file_name },
      requestId: by.requestId,
    },
  ])
  return { name: plainFileName(row.file_name), bytes: row.bytes }
}
