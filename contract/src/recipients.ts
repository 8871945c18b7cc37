import Type from 'typebox'
import { type Access, everyRole } from './access.ts'
import { Body, Id, ListOf, listQuery, Nullable, period, Timestamp } from './fields.ts'
import { Metadata, MetadataChange, metadataFilter, ShownMetadata } from './metadata.ts'
import { operation } from './operation.ts'
import {
  BankName,
  Code,
  Identifier,
  LookUpId,
  NameCheck,
  RecipientName,
  WithdrawalMethod,
} from './withdrawal-fields.ts'
import { withdrawers } from './withdrawals.ts'

export const recipientStatuses = ['COOLING', 'READY', 'BLOCKED'] as const
export const RecipientStatus = Type.Enum([...recipientStatuses], {
  description:
    '`COOLING`: money can be asked for, and is not approved before `usable_from`. `BLOCKED`: nothing can be asked for.',
})

/** Somebody whom a merchant pays, saved under an id. Where the money goes never changes. */
export const Recipient = Type.Object({
  id: Id,
  merchant_id: Id,
  method: WithdrawalMethod,
  destination_code: Type.String(),
  destination_name: Type.String(),
  destination_identifier: Type.String(),
  bank_name: Nullable(Type.String()),
  bank_account_name: Nullable(Type.String()),
  name_check: Nullable(NameCheck),
  status: RecipientStatus,
  usable_from: Type.String({
    ...Timestamp,
    description: 'From when on money to it is approved without anybody overriding it.',
  }),
  metadata: ShownMetadata,
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const RecipientBody = Body({
  method: WithdrawalMethod,
  destination_code: Code,
  destination_name: RecipientName,
  destination_identifier: Identifier,
  bank_name: Type.Optional(BankName),
  bank_account_name: Type.Optional(RecipientName),
  look_up_id: Type.Optional(LookUpId),
  metadata: Type.Optional(Metadata),
})

export const mostCoolingHours = 168
const cooling = 'For so long after it was saved, nothing to a recipient is approved. Always 0 in the sandbox.'
const CoolingHours = Type.Integer({
  minimum: 0,
  maximum: mostCoolingHours,
  'x-problem': `must be a whole number from 0 to ${mostCoolingHours}`,
  description: cooling,
})
const RecipientsOnly = Type.Boolean({
  description: 'Whether money leaves to saved recipients only. Refunds go to whoever paid, all the same.',
})

export const RecipientSettings = Type.Object({
  recipient_cooling_hours: Type.Integer({ description: cooling }),
  recipients_only: RecipientsOnly,
  scheduled: Nullable(
    Type.Object(
      { recipient_cooling_hours: Type.Integer(), recipients_only: Type.Boolean(), at: Timestamp },
      {
        description:
          'What was made laxer acts from then on: when as much time has passed as recipients cooled before.',
      },
    ),
  ),
})

const readers = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'disbursements:read',
} as const satisfies Access
const writers = { ...readers, roles: withdrawers, keys: 'disbursements:write' } as const

const ofRecipient = { path: '/v1/recipients/{recipient_id}', tag: 'Recipients', status: 200 } as const

export const recipientOperations = {
  createRecipient: operation({
    id: 'createRecipient',
    method: 'POST',
    path: '/v1/recipients',
    tag: 'Recipients',
    summary: 'Save a recipient',
    description:
      'The owners of the merchant are told by mail. The same destination again answers 200 with the first, whatever else is sent.',
    access: writers,
    idempotency: 'accepted',
    body: RecipientBody,
    status: 201,
    mayExist: true,
    reply: Recipient,
  }),
  listRecipients: operation({
    id: 'listRecipients',
    method: 'GET',
    path: '/v1/recipients',
    tag: 'Recipients',
    summary: 'List saved recipients',
    access: readers,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(RecipientStatus),
      method: Type.Optional(WithdrawalMethod),
      ...period,
      destination_identifier: Type.Optional(
        Type.String({ ...Identifier, description: 'A phone number in any form, or an account number.' }),
      ),
      ...metadataFilter,
    }),
    status: 200,
    reply: ListOf(Recipient),
  }),
  readRecipient: operation({
    ...ofRecipient,
    id: 'readRecipient',
    method: 'GET',
    summary: 'Read a saved recipient',
    access: readers,
    idempotency: 'none',
    reply: Recipient,
    refusals: ['not_found'],
  }),
  changeRecipient: operation({
    ...ofRecipient,
    id: 'changeRecipient',
    method: 'PATCH',
    summary: 'Block a recipient, or change its metadata',
    description:
      'Where the money goes cannot be changed: remove the recipient and save another. Whoever is unblocked cools anew. A `look_up_id` replaces `name_check`.',
    access: writers,
    idempotency: 'none',
    body: Body({
      blocked: Type.Optional(Type.Boolean()),
      look_up_id: Type.Optional(LookUpId),
      metadata: Type.Optional(MetadataChange),
    }),
    reply: Recipient,
    refusals: ['not_found'],
  }),
  removeRecipient: operation({
    ...ofRecipient,
    id: 'removeRecipient',
    method: 'DELETE',
    summary: 'Remove a saved recipient',
    description: 'What was asked for and is not approved yet can no longer be approved.',
    access: writers,
    idempotency: 'none',
    reply: Type.Object({ id: Id, deleted: Type.Literal(true) }),
    refusals: ['not_found'],
  }),
  readRecipientSettings: operation({
    id: 'readRecipientSettings',
    method: 'GET',
    path: '/v1/merchant/recipient-settings',
    tag: 'Recipients',
    summary: 'See how long recipients cool, and whether money leaves to them only',
    access: readers,
    idempotency: 'none',
    status: 200,
    reply: RecipientSettings,
  }),
  changeRecipientSettings: operation({
    id: 'changeRecipientSettings',
    method: 'PATCH',
    path: '/v1/merchant/recipient-settings',
    tag: 'Recipients',
    summary: 'Change how long recipients cool, and whether money leaves to them only',
    description:
      'Stricter acts at once. Laxer acts after the time that recipients cooled before; until then it stands in `scheduled`. The owners are told by mail.',
    access: { ...readers, roles: ['owner', 'admin'], keys: 'none' },
    idempotency: 'none',
    body: Body({
      recipient_cooling_hours: Type.Optional(CoolingHours),
      recipients_only: Type.Optional(RecipientsOnly),
    }),
    status: 200,
    reply: RecipientSettings,
  }),
}
