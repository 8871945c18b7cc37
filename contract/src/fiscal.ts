import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Day, Id, ListOf, listQuery, Name, Nullable, queueQuery, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'

/** How a payment stands with the tax authority. */
export const fiscalStatuses = ['OFF', 'QUEUED', 'ISSUED', 'FAILED'] as const
export const FiscalStatus = Type.Enum([...fiscalStatuses], {
  description:
    '`OFF`: no receipt is owed. `QUEUED`: it will be issued. `ISSUED`: the authority has it. `FAILED`: the authority refused it, and somebody has to look.',
})

export const fiscalReceiptStatuses = ['QUEUED', 'ISSUED', 'FAILED'] as const
export const FiscalReceiptStatus = Type.Enum([...fiscalReceiptStatuses])

export const taxCodes = ['STANDARD', 'ZERO_RATED', 'EXEMPT'] as const
export type TaxCode = (typeof taxCodes)[number]
export const TaxCodeName = Type.Enum([...taxCodes], {
  description:
    '`STANDARD`: 18 % of VAT are in every amount, which needs a VRN. `ZERO_RATED`, `EXEMPT`: none is.',
})

export const registrationStatuses = ['NONE', 'PENDING', 'REGISTERED', 'REFUSED'] as const
export const RegistrationStatus = Type.Enum([...registrationStatuses])

const VerificationCode = Nullable(
  Type.String({ description: 'By which the authority finds the receipt. Null until it is `ISSUED`.' }),
)
const VerificationUrl = Nullable(
  Type.String({
    format: 'uri',
    description: 'Where everybody can check the receipt, to be shown as a QR code.',
  }),
)
const FiscalNote = Nullable(
  Type.String({
    description: 'What is yours to do at the authority, where money went back after the receipt.',
  }),
)

/** What reads of one collection tell of its fiscal receipt. */
export const fiscalFields = {
  fiscal_status: FiscalStatus,
  verification_code: VerificationCode,
  verification_url: VerificationUrl,
  fiscal_note: FiscalNote,
}

const BehindSince = Nullable(
  Type.String({
    ...Timestamp,
    description:
      'Since when receipts wait because the authority has some that our records have lost. The operator writes them down again; payments go on.',
  }),
)

export const FiscalReceipt = Type.Object({
  id: Id,
  merchant_id: Id,
  collection_id: Nullable(
    Type.String({
      ...Id,
      description:
        'Null only for a receipt that the authority has and whose payment our records have lost, because they were set back to an earlier moment.',
    }),
  ),
  status: FiscalReceiptStatus,
  number: Nullable(
    Type.Integer({ description: 'Counted from 1 without gaps. Null until the authority is asked.' }),
  ),
  day: Nullable(Type.String({ ...Day, description: 'The day in Dar es Salaam that it counts to.' })),
  day_number: Nullable(Type.Integer({ description: 'Its place on that day, from 1.' })),
  amount: Type.String(),
  currency: Type.String(),
  tax_code: Nullable(TaxCodeName),
  tax: Nullable(Type.String({ description: 'The VAT in the amount.' })),
  verification_code: VerificationCode,
  verification_url: VerificationUrl,
  attempts: Type.Integer({ description: 'How often the authority was asked.' }),
  failure_reason: Nullable(Type.String({ description: 'What the authority said, where it refused.' })),
  fiscal_note: FiscalNote,
  queued_at: Timestamp,
  issued_at: Nullable(Timestamp),
  updated_at: Timestamp,
})

export const fiscalDayStatuses = ['CLOSING', 'CLOSED', 'FAILED'] as const
export const FiscalDayStatus = Type.Enum([...fiscalDayStatuses], {
  description:
    '`CLOSING`: the report is on its way. `CLOSED`: the authority has it. `FAILED`: the authority refused it, and somebody has to look.',
})

export const FiscalDay = Type.Object({
  id: Id,
  merchant_id: Id,
  day: Type.String({ ...Day, description: 'A day in Dar es Salaam that is over.' }),
  status: FiscalDayStatus,
  receipts: Type.Integer({ description: 'How many were issued on it.' }),
  first_number: Nullable(Type.Integer()),
  last_number: Nullable(Type.Integer()),
  amount: Type.String({ description: 'What they come to.' }),
  tax: Type.String({ description: 'The VAT in it.' }),
  currency: Type.String(),
  report_reference: Nullable(Type.String({ description: 'What the authority calls the report.' })),
  failure_reason: Nullable(Type.String()),
  created_at: Timestamp,
  closed_at: Nullable(Timestamp),
})

/** As Super Admins see it, who look after all merchants. */
export const AdminFiscalReceipt = Type.Object({
  ...FiscalReceipt.properties,
  merchant_name: Type.String(),
  registration_status: RegistrationStatus,
  registration_problem: Nullable(Type.String()),
  behind_since: BehindSince,
})

export const FiscalSettings = Type.Object({
  is_enabled: Type.Boolean(),
  is_available: Type.Boolean({
    description: 'Whether there is an authority in this environment to give receipts.',
  }),
  tin: Nullable(Type.String()),
  vrn: Nullable(Type.String()),
  business_name: Nullable(Type.String()),
  tax_code: TaxCodeName,
  registration_status: RegistrationStatus,
  registration_problem: Nullable(
    Type.String({
      description:
        'What the authority said, where it is `REFUSED`. Save the settings again and it is asked anew.',
    }),
  ),
  last_number: Type.Integer({ description: 'The number of the last receipt; 0 before the first.' }),
  behind_since: BehindSince,
  updated_at: Nullable(Timestamp),
})

const readers = { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'transactions:read' } as const

export const fiscalOperations = {
  readFiscalSettings: operation({
    id: 'readFiscalSettings',
    method: 'GET',
    path: '/v1/merchant/fiscal-settings',
    tag: 'Fiscal receipts',
    summary: 'See whether payments get a receipt of the tax authority',
    access: readers,
    idempotency: 'none',
    status: 200,
    reply: FiscalSettings,
  }),
  changeFiscalSettings: operation({
    id: 'changeFiscalSettings',
    method: 'PATCH',
    path: '/v1/merchant/fiscal-settings',
    tag: 'Fiscal receipts',
    summary: 'Switch receipts of the tax authority on or off',
    description:
      'Live and sandbox each have their own. To switch it on, `tin` and `business_name` must be known. Every payment that becomes `successful` from then on is owed a ' +
      'receipt; what is owed when it is switched off is still issued. Once the authority has registered a TIN, it cannot be changed.',
    access: { ...readers, roles: ['owner', 'admin'], keys: 'none' },
    idempotency: 'none',
    body: Body({
      is_enabled: Type.Optional(Type.Boolean()),
      tin: Type.Optional(
        Type.String({
          pattern: '^[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{3}$',
          'x-problem': 'must be the nine digits of a TIN, like 123-456-789',
          examples: ['123-456-789'],
        }),
      ),
      vrn: Type.Optional(
        Nullable(
          Type.String({
            pattern: '^[0-9]{2}-?[0-9]{6}-?[A-Za-z]$',
            'x-problem': 'must be eight digits and a letter, like 40-012345-A, or null',
            examples: ['40-012345-A'],
          }),
        ),
      ),
      business_name: Type.Optional(Name),
      tax_code: Type.Optional(TaxCodeName),
    }),
    status: 200,
    reply: FiscalSettings,
    refusals: ['invalid_state'],
  }),
  listFiscalReceipts: operation({
    id: 'listFiscalReceipts',
    method: 'GET',
    path: '/v1/fiscal/receipts',
    tag: 'Fiscal receipts',
    summary: 'List fiscal receipts',
    access: readers,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(FiscalReceiptStatus),
      collection_id: Type.Optional(Id),
      day: Type.Optional(Type.String({ ...Day, description: 'Those that count to this day.' })),
    }),
    status: 200,
    reply: ListOf(FiscalReceipt),
  }),
  readFiscalReceipt: operation({
    id: 'readFiscalReceipt',
    method: 'GET',
    path: '/v1/fiscal/receipts/{fiscal_receipt_id}',
    tag: 'Fiscal receipts',
    summary: 'Read a fiscal receipt',
    access: readers,
    idempotency: 'none',
    status: 200,
    reply: FiscalReceipt,
    refusals: ['not_found'],
  }),
  retryFiscalReceipt: operation({
    id: 'retryFiscalReceipt',
    method: 'POST',
    path: '/v1/fiscal/receipts/{fiscal_receipt_id}/retry',
    tag: 'Fiscal receipts',
    summary: 'Ask the authority again for a receipt that it refused',
    description:
      'Once what it said in `failure_reason` is put right. It waits behind those that are `QUEUED`.',
    access: { ...readers, roles: ['owner', 'admin', 'finance'], keys: 'none' },
    idempotency: 'accepted',
    status: 202,
    reply: FiscalReceipt,
    refusals: ['not_found', 'invalid_state'],
  }),
  listFiscalDays: operation({
    id: 'listFiscalDays',
    method: 'GET',
    path: '/v1/fiscal/days',
    tag: 'Fiscal receipts',
    summary: 'List the reports that ended days',
    description:
      'A Z report for each day while receipts are switched on, sent when the day is over in Dar es Salaam and before anything of the next is issued.',
    access: readers,
    idempotency: 'none',
    query: Body({ ...listQuery, status: Type.Optional(FiscalDayStatus) }),
    status: 200,
    reply: ListOf(FiscalDay),
  }),
  adminListFiscalReceipts: operation({
    ...asAdmin,
    id: 'adminListFiscalReceipts',
    method: 'GET',
    path: '/v1/admin/fiscal/receipts',
    summary: 'List fiscal receipts that were refused, or are not issued yet',
    idempotency: 'none',
    query: Body({
      ...queueQuery,
      status: Type.Optional(Type.Enum(['QUEUED', 'FAILED'])),
      merchant_id: Type.Optional(Id),
    }),
    reply: ListOf(AdminFiscalReceipt),
  }),
}
