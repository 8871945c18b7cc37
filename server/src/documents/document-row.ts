import type { documentKinds } from '@malipo/contract'
import type { DocumentType } from './recognise-file.ts'

export type DocumentRow = {
  id: string
  merchant_id: string
  kind: (typeof documentKinds)[number]
  file_name: string
  content_type: DocumentType
  size: number
  sha256: Buffer
  uploaded_by: string
  created_at: Date
}
