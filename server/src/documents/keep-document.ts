import { createHash } from 'node:crypto'
import { mostDocumentBytes, mostDocuments } from '@malipo/contract'
import { alertOperators, closeAlerts } from '../alerts/alerts.ts'
import { recordAudit } from '../audit/audit.ts'
import type { MerchantRow } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import type { DocumentRow } from './document-row.ts'
import { cleanFileName, type DocumentType, recogniseFile } from './recognise-file.ts'

export type Upload = { kind: DocumentRow['kind']; file_name: string; content: string }
type By = { caller: Actor; requestId: string }

/** The bytes that were sent, and what they are. */
export function readUpload({ content }: Upload): { bytes: Buffer; type: DocumentType } {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64') !== content)
    throw invalid({ field: 'content', problem: 'must be the bytes of a file in base64, with its padding' })
  if (bytes.length > mostDocumentBytes)
    throw invalid({ field: 'content', problem: 'must be a file of at most 5 MiB' })
  const type = recogniseFile(bytes)
  if (type === null) throw invalid({ field: 'content', problem: 'must be a PDF, PNG or JPEG file' })
  return { bytes, type }
}

/**
 * Keeps a document. The row of the merchant is locked, so that those who upload at once do not together keep more than there may be. The same
 * file of the same kind is kept once: whoever did not hear the answer sends it again.
 */
export async function keepDocument(
  tx: Transaction,
  world: World,
  { caller, requestId }: By,
  upload: Upload,
): Promise<DocumentRow> {
  if (caller.by.kind !== 'person') throw new Error('Documents are sent in by people.')
  const { merchantId } = caller
  const { id: personId } = caller.by.user
  const { bytes, type } = readUpload(upload)
  const status = await lockMerchant(tx, merchantId)
  const sha256 = createHash('sha256').update(bytes).digest()
  const kept = await tx<
    DocumentRow[]
  >`select * from merchant_documents where merchant_id = ${merchantId} order by id desc`
  const same = kept.find((one) => one.kind === upload.kind && one.sha256.equals(sha256))
  if (same) return same
  if (kept.length >= mostDocuments)
    throw new Refusal('invalid_state', {
      message: `There are ${mostDocuments} documents already, which is as many as can be kept. Take one back first.`,
    })
  const now = world.clock.now()
  const row: DocumentRow = {
    id: world.newId(),
    merchant_id: merchantId,
    kind: upload.kind,
    file_name: cleanFileName(upload.file_name, type),
    content_type: type,
    size: bytes.length,
    sha256,
    uploaded_by: personId,
    created_at: now,
  }
  await tx`
    insert into merchant_documents
      (id, merchant_id, kind, file_name, content_type, size, sha256, uploaded_by, created_at)
    values (${row.id}, ${merchantId}, ${row.kind}, ${row.file_name}, ${type}, ${row.size}, ${sha256}, ${personId}, ${now})`
  await tx`
    insert into merchant_document_bytes (merchant_id, document_id, bytes) values (${merchantId}, ${row.id}, ${bytes})`
  if (status === 'unverified')
    await tx`update merchants set verification_status = 'pending', updated_at = ${now} where id = ${merchantId}`
  await alertOperators(tx, world, [
    {
      kind: 'documents_uploaded',
      subject: merchantId,
      merchantId,
      title: `${caller.merchant.name} sent in documents`,
      text: `${caller.merchant.name} sent in ${row.file_name} (${row.kind.replaceAll('_', ' ')}) to be verified.`,
    },
  ])
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'member', id: personId },
      action: 'document.uploaded',
      subject: { kind: 'document', id: row.id },
      merchantId,
      details: { kind: row.kind, file_name: row.file_name, size: row.size, sha256: sha256.toString('hex') },
      requestId,
    },
  ])
  return row
}

/** Takes a document back, and its bytes with it, for as long as nobody was verified by it. With the last one there is nothing to look at any more. */
export async function removeDocument(
  tx: Transaction,
  world: World,
  { caller, requestId }: By,
  documentId: string,
): Promise<void> {
  if (caller.by.kind !== 'person') throw new Error('Documents are taken back by people.')
  const status = await lockMerchant(tx, caller.merchantId)
  const [row] = await tx<DocumentRow[]>`
    select * from merchant_documents where id = ${documentId} and merchant_id = ${caller.merchantId}`
  if (!row) throw new Refusal('not_found')
  if (status === 'verified')
    throw new Refusal('invalid_state', {
      message: 'The merchant was verified by its documents, so they stay. Ask the operator.',
    })
  await tx`delete from merchant_document_bytes where document_id = ${documentId}`
  await tx`delete from merchant_documents where id = ${documentId}`
  const others = await tx`select from merchant_documents where merchant_id = ${caller.merchantId} limit 1`
  if (others.count === 0) await nothingToVerifyBy(tx, world, caller.merchantId)
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'member', id: caller.by.user.id },
      action: 'document.removed',
      subject: { kind: 'document', id: documentId },
      merchantId: caller.merchantId,
      details: { kind: row.kind, file_name: row.file_name, sha256: row.sha256.toString('hex') },
      requestId,
    },
  ])
}

/** As before the first was sent in: nobody checks what is not there. */
async function nothingToVerifyBy(tx: Transaction, world: World, merchantId: string): Promise<void> {
  await tx`
    update merchants set verification_status = 'unverified', updated_at = ${world.clock.now()}
    where id = ${merchantId} and verification_status = 'pending'`
  await closeAlerts(tx, world, [{ kind: 'documents_uploaded', subject: merchantId }])
}

async function lockMerchant(tx: Transaction, id: string): Promise<MerchantRow['verification_status']> {
  const [row] = await tx<Pick<MerchantRow, 'verification_status'>[]>`
    select verification_status from merchants where id = ${id} for no key update`
  if (!row) throw new Refusal('not_found')
  return row.verification_status
}
