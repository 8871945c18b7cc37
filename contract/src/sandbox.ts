import Type from 'typebox'
import { everyRole } from './access.ts'
import { CollectionMethod } from './collection-fields.ts'
import { Body, DecimalAmount, Id, ListOf, listQuery, Name, Nullable, Phone, Timestamp } from './fields.ts'
import { Balance } from './ledger.ts'
import { operation } from './operation.ts'

const mayRead = {
  who: 'merchant',
  merchant: 'caller',
  environment: 'sandbox',
  roles: everyRole,
  keys: 'any',
} as const
const mayChange = { ...mayRead, roles: ['owner', 'admin', 'finance', 'developer'] } as const

const Rate = Type.Number({ minimum: 0, maximum: 1, 'x-problem': 'must be a number from 0 to 1' })
const Seed = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  'x-problem': 'must be a whole number from 0 to 2147483647, or null for true chance',
})

const profile = {
  failure_rate: Rate,
  approval_delay_ms: Type.Integer({
    minimum: 0,
    maximum: 600_000,
    'x-problem': 'must be a whole number of milliseconds from 0 to 600000',
  }),
  random_seed: Nullable(Seed),
}
export const SandboxProfile = Type.Object(profile)

/** How often each kind of bad callback happens, as shares of all. */
const nastiness = {
  lost: Rate,
  late: Rate,
  twice: Rate,
  out_of_order: Rate,
  contradicting: Rate,
  badly_signed: Rate,
}
export const Switchboard = Type.Object({
  ...nastiness,
  late_by_ms: Type.Integer({
    minimum: 0,
    maximum: 86_400_000,
    'x-problem': 'must be a whole number of milliseconds from 0 to 86400000',
  }),
})

/** A prompt on a simulated phone, waiting for its owner. */
export const Prompt = Type.Object({
  provider_reference: Type.String(),
  phone: Nullable(Type.String()),
  network: Nullable(Type.String()),
  method: CollectionMethod,
  amount: Type.String(),
  currency: Type.String(),
  state: Type.String(),
  created_at: Timestamp,
})

export const Subscriber = Type.Object({
  phone: Type.String(),
  network: Nullable(Type.String()),
  balance: Nullable(Type.String({ description: 'Null: never runs out.' })),
  pin: Type.String(),
  name: Type.String({ description: 'What is told of the number before money is sent there.' }),
})

export const SandboxMessage = Type.Object({
  id: Id,
  channel: Type.Enum(['sms', 'push', 'email']),
  recipient: Type.String(),
  text: Type.String(),
  created_at: Timestamp,
})

/** What can be made due now, by what it belongs to. */
export const sandboxSteps = [
  // A collection.
  'customer_answers',
  'prompt_expires',
  'qr_expires',
  'page_ends',
  // A collection or a withdrawal.
  'callback_arrives',
  'reversal',
  'look_up',
  // A withdrawal.
  'approval',
  'outcome',
  'operator_settles',
  // A payment link, a control number, an invoice and a webhook delivery.
  'link_expires',
  'number_expires',
  'overdue',
  'attempt',
] as const
export type SandboxStep = (typeof sandboxSteps)[number]

export const SandboxAdvance = Type.Object({
  id: Id,
  what: Type.Enum([...sandboxSteps]),
  was_due_at: Nullable(
    Type.String({ ...Timestamp, description: 'Null for what would never have happened by itself.' }),
  ),
  due_at: Timestamp,
})

/** Nobody can pay nothing, but one can have nothing. */
const Purse = Type.String({
  pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,2})?$',
  'x-problem': 'must be a decimal string with at most 13 digits before and 2 after the point, or null',
})

function atLeastOne<P extends Parameters<typeof Type.Partial>[0]>(schema: P) {
  return Type.Partial(schema, {
    additionalProperties: false,
    minProperties: 1,
    'x-problem': 'must change at least one setting',
  })
}

const reading = { method: 'GET', tag: 'Sandbox', access: mayRead, idempotency: 'none', status: 200 } as const
const changing = { tag: 'Sandbox', access: mayChange, idempotency: 'none', status: 200 } as const

export const sandboxOperations = {
  readSandboxProfile: operation({
    ...reading,
    id: 'readSandboxProfile',
    path: '/v1/sandbox/profile',
    summary: 'Read how the sandbox behaves',
    reply: SandboxProfile,
  }),
  changeSandboxProfile: operation({
    ...changing,
    id: 'changeSandboxProfile',
    method: 'PATCH',
    path: '/v1/sandbox/profile',
    summary: 'Change how the sandbox behaves',
    description: 'Setting `random_seed` starts its sequence anew: the same requests then end the same way.',
    body: atLeastOne(SandboxProfile),
    reply: SandboxProfile,
  }),
  readSandboxSwitchboard: operation({
    ...reading,
    id: 'readSandboxSwitchboard',
    path: '/v1/sandbox/switchboard',
    summary: 'Read how badly callbacks behave',
    reply: Switchboard,
  }),
  changeSandboxSwitchboard: operation({
    ...changing,
    id: 'changeSandboxSwitchboard',
    method: 'PATCH',
    path: '/v1/sandbox/switchboard',
    summary: 'Make callbacks misbehave',
    description:
      'Shares from 0 to 1 of callbacks that are lost, late, sent twice, out of order, contradicting or badly signed; ' +
      'drawn from `random_seed` when it is set.',
    body: atLeastOne(Switchboard),
    reply: Switchboard,
  }),
  topUpSandbox: operation({
    ...changing,
    id: 'topUpSandbox',
    method: 'POST',
    path: '/v1/sandbox/top-up',
    summary: 'Add test money',
    idempotency: 'accepted',
    body: Body({ amount: DecimalAmount }),
    reply: Balance,
    refusals: ['amount_not_supported'],
  }),
  advanceSandbox: operation({
    ...changing,
    id: 'advanceSandbox',
    method: 'POST',
    path: '/v1/sandbox/advance',
    summary: 'Make what is due next happen now',
    description:
      'For a collection, withdrawal, refund, batch, payment link, control number, invoice or webhook delivery of the sandbox, by its id. It happens within a moment. ' +
      'An invoice becomes overdue by getting yesterday as its `due_date`, and a link or number expires by getting this moment as its `expires_at`.',
    idempotency: 'accepted',
    body: Body({ id: Id }),
    reply: SandboxAdvance,
    refusals: ['not_found', 'invalid_state'],
  }),
  listSandboxMessages: operation({
    ...reading,
    id: 'listSandboxMessages',
    path: '/v1/sandbox/outbox',
    summary: 'Read the messages that the sandbox did not send',
    query: Body({ ...listQuery, recipient: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })) }),
    reply: ListOf(SandboxMessage),
  }),
  listSandboxPrompts: operation({
    ...reading,
    id: 'listSandboxPrompts',
    path: '/v1/sandbox/prompts',
    summary: 'See what simulated phones show',
    query: Body({ ...listQuery, phone: Type.Optional(Phone) }),
    reply: ListOf(Prompt),
  }),
  answerSandboxPrompt: operation({
    ...changing,
    id: 'answerSandboxPrompt',
    method: 'POST',
    idempotency: 'accepted',
    path: '/v1/sandbox/prompts/{provider_reference}/answer',
    summary: 'Answer on a simulated phone',
    description:
      'To approve, send the PIN of the subscriber (1234 unless changed). The third wrong PIN declines.',
    body: Body({
      answer: Type.Enum(['approve', 'decline']),
      pin: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', 'x-problem': 'must be 4 digits' })),
    }),
    reply: Type.Object({ provider_reference: Type.String(), state: Type.String() }),
    refusals: ['not_found', 'invalid_state'],
  }),
  readSandboxSubscriber: operation({
    ...reading,
    id: 'readSandboxSubscriber',
    path: '/v1/sandbox/subscribers/{phone}',
    summary: 'Read a simulated subscriber',
    reply: Subscriber,
    refusals: ['validation_error'],
  }),
  changeSandboxSubscriber: operation({
    ...changing,
    id: 'changeSandboxSubscriber',
    method: 'PUT',
    path: '/v1/sandbox/subscribers/{phone}',
    summary: 'Give a simulated subscriber money, a PIN and a name',
    body: Body({
      balance: Type.Optional(Nullable(Purse)),
      pin: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', 'x-problem': 'must be 4 digits' })),
      name: Type.Optional(Name),
    }),
    reply: Subscriber,
  }),
}
