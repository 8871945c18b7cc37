import * as z from 'zod'
import { Id } from '../tool.ts'

export const PayoutMethod = z.enum(['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA'])

export const PayoutStatus = z.enum([
  'PENDING_ADMIN_APPROVAL',
  'INFO_REQUESTED',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
  'REJECTED',
  'NEEDS_ADMIN_ATTENTION',
  'NEEDS_RECONCILIATION',
  'BLOCKED_IP_WHITELIST',
  'REVERSED',
])

/** Said with every request for a payout: an agent must not tell anybody that money is on its way. */
export const askedNotSent =
  'Asked for, not sent. No money has moved: a Super Admin of the service must approve it first. (In the sandbox the approval is simulated.)'

/** Where money goes: a saved recipient, or all of the rest. The service refuses both and neither, in words. */
export const place = {
  recipient_id: Id.optional().describe(
    'A saved recipient of list_recipients, instead of the destination_ and bank_ fields',
  ),
  destination_code: z.string().min(1).max(40).optional().describe('A destination_code of list_destinations'),
  destination_name: z.string().min(1).max(120).optional().describe('Who gets the money'),
  destination_identifier: z.string().min(4).max(34).optional().describe('The phone or account number'),
  bank_name: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('For BANK_ACCOUNT: as list_destinations names it'),
  bank_account_name: z.string().min(1).max(120).optional(),
}
