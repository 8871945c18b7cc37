import { invalid } from '../primitives/refusal.ts'
import { type RecipientRow, unknownRecipient } from '../recipients/recipients.ts'
import type { Draft } from './draft-withdrawal.ts'

type Said = 'method' | 'destinationCode' | 'destinationName'

/** What a caller asks for: where it goes is written out, or a saved recipient says it. */
export type Wish = Omit<Draft, Said> & { [Field in Said]?: Draft[Field] | undefined }

/** The whole of it. Which of both was sent is known to be one of them. */
export function draftTo(wish: Wish, recipient: RecipientRow | undefined): Draft {
  const { method, destinationCode, destinationName, ...others } = wish
  if (wish.recipientId !== undefined) return { ...others, ...said(recipient, method) }
  if (method === undefined || destinationCode === undefined || destinationName === undefined) {
    throw new Error('What passed validation does not say where the money goes.')
  }
  return { ...others, method, destinationCode, destinationName }
}

function said(recipient: RecipientRow | undefined, method: Wish['method']) {
  if (!recipient) throw unknownRecipient()
  if (method !== undefined && method !== recipient.method) {
    throw invalid({ field: 'recipient_id', problem: `is the id of a recipient for ${recipient.method}` })
  }
  return {
    method: recipient.method,
    destinationCode: recipient.destination_code,
    destinationName: recipient.destination_name,
    identifier: { field: 'recipient_id', value: recipient.destination_identifier },
    bankName: recipient.bank_name ?? undefined,
    bankAccountName: recipient.bank_account_name ?? undefined,
    nameCheck: recipient.name_check,
    idle: {},
  }
}
