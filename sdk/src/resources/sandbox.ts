// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { CollectionMethod, CollectionStatus } from './fields.ts'
import type { Network } from './networks.ts'
import type { Balance, NetworkChangesRequest } from './records.ts'

export interface AdvanceSandboxRequest {
  id: string
}

export interface AnswerSandboxPromptReply {
  provider_reference: string
  state: string
}

export interface AnswerSandboxPromptRequest {
  answer: SandboxAnswer
  pin?: string | undefined
}

/** What the network was told when it asked whether the number may be paid with this amount: `payable`, or why not. `no_answer`: nothing within 3 seconds. */
export type BillAnswer = 'payable' | 'unknown' | 'closed' | 'too_low' | 'too_high' | 'no_answer'

/** `refused`: the network took no money, because of the answer. `declined`: the payer could not pay. */
export type BillOutcome = 'paid' | 'refused' | 'declined'

export interface BillPayment {
  answer: BillAnswer
  outcome: BillOutcome
  /** The network's receipt, which is the `provider_reference` of the collection. */
  receipt: string | null
  /** Null until the payment was heard of, and where the number is unknown. */
  collection_id: string | null
  status: CollectionStatus | null
}

export interface ChangeSandboxProfileRequest {
  failure_rate?: number | undefined
  approval_delay_ms?: number | undefined
  random_seed?: number | null | undefined
}

export interface ChangeSandboxSubscriberRequest {
  balance?: string | null | undefined
  pin?: string | undefined
  name?: string | undefined
}

export interface ChangeSandboxSwitchboardRequest {
  lost?: number | undefined
  late?: number | undefined
  twice?: number | undefined
  out_of_order?: number | undefined
  contradicting?: number | undefined
  badly_signed?: number | undefined
  late_by_ms?: number | undefined
}

export interface PaySandboxBillRequest {
  number: string
  amount: string
  phone?: string | undefined
  insist?: boolean | undefined
}

export interface SandboxAdvance {
  id: string
  what: SandboxStep
  /** Null for what would never have happened by itself. */
  was_due_at: string | null
  due_at: string
}

export type SandboxAnswer = 'approve' | 'decline'

export interface SandboxMessage {
  id: string
  channel: SandboxMessageChannel
  recipient: string
  text: string
  created_at: string
}

export type SandboxMessageChannel = 'sms' | 'push' | 'email'

export interface SandboxProfile {
  failure_rate: number
  approval_delay_ms: number
  random_seed: number | null
}

export interface SandboxPrompt {
  provider_reference: string
  phone: string | null
  network: string | null
  method: CollectionMethod
  amount: string
  currency: string
  state: string
  created_at: string
}

export type SandboxStep = 'customer_answers' | 'prompt_expires' | 'qr_expires' | 'page_ends' | 'callback_arrives' | 'reversal' | 'look_up' | 'approval' | 'outcome' | 'operator_settles' | 'link_expires' | 'number_expires' | 'overdue' | 'attempt'

export interface SandboxSubscriber {
  phone: string
  network: string | null
  /** Null: never runs out. */
  balance: string | null
  pin: string
  /** What is told of the number before money is sent there. */
  name: string
}

export interface SandboxSwitchboard {
  lost: number
  late: number
  twice: number
  out_of_order: number
  contradicting: number
  badly_signed: number
  late_by_ms: number
}

export interface TopUpSandboxRequest {
  amount: string
}

export interface ListSandboxMessagesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  recipient?: string | undefined
}

export interface ListSandboxPromptsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  phone?: string | undefined
}

export interface SandboxCalls {
  /** Pay a control number as a simulated payer. The simulated network asks whether the number may be paid with this amount, takes the money if it may, and tells of it. With `insist` it takes the money in spite of a no: it is then owed to the payer, and never yours. Phones choose how it goes on, as with pushes: 255700000003 has too little money, …08 is told twice, …09 is reversed, …13 is held. */
  payBill(body: PaySandboxBillRequest, options?: CallOptions): Promise<BillPayment>

  /** Say how a network does in the sandbox. For your sandbox only. Null: as if nothing had been said, which is `up`. Without `until` it ends after a day. */
  updateNetwork(destination_code: string, body?: NetworkChangesRequest, options?: CallOptions): Promise<Network>

  /** Read how the sandbox behaves. */
  getProfile(options?: CallOptions): Promise<SandboxProfile>

  /** Change how the sandbox behaves. Setting `random_seed` starts its sequence anew: the same requests then end the same way. */
  updateProfile(body?: ChangeSandboxProfileRequest, options?: CallOptions): Promise<SandboxProfile>

  /** Read how badly callbacks behave. */
  getSwitchboard(options?: CallOptions): Promise<SandboxSwitchboard>

  /** Make callbacks misbehave. Shares from 0 to 1 of callbacks that are lost, late, sent twice, out of order, contradicting or badly signed; drawn from `random_seed` when it is set. */
  updateSwitchboard(body?: ChangeSandboxSwitchboardRequest, options?: CallOptions): Promise<SandboxSwitchboard>

  /** Add test money. */
  topUp(body: TopUpSandboxRequest, options?: CallOptions): Promise<Balance>

  /** Make what is due next happen now. For a collection, withdrawal, refund, batch, payment link, control number, invoice or webhook delivery of the sandbox, by its id. It happens within a moment. An invoice becomes overdue by getting yesterday as its `due_date`, and a link or number expires by getting this moment as its `expires_at`. */
  advance(body: AdvanceSandboxRequest, options?: CallOptions): Promise<SandboxAdvance>

  /** Read the messages that the sandbox did not send. */
  listMessages(query?: ListSandboxMessagesQuery, options?: CallOptions): List<SandboxMessage>

  /** See what simulated phones show. */
  listPrompts(query?: ListSandboxPromptsQuery, options?: CallOptions): List<SandboxPrompt>

  /** Answer on a simulated phone. To approve, send the PIN of the subscriber (1234 unless changed). The third wrong PIN declines. */
  answerPrompt(provider_reference: string, body: AnswerSandboxPromptRequest, options?: CallOptions): Promise<AnswerSandboxPromptReply>

  /** Read a simulated subscriber. */
  getSubscriber(phone: string, options?: CallOptions): Promise<SandboxSubscriber>

  /** Give a simulated subscriber money, a PIN and a name. */
  updateSubscriber(phone: string, body?: ChangeSandboxSubscriberRequest, options?: CallOptions): Promise<SandboxSubscriber>
}

export const sandboxLines = {
  payBill: 'POST /v1/sandbox/bill-payments body as-merchant key',
  updateNetwork: 'PATCH /v1/sandbox/networks/{destination_code} body as-merchant',
  getProfile: 'GET /v1/sandbox/profile as-merchant',
  updateProfile: 'PATCH /v1/sandbox/profile body as-merchant',
  getSwitchboard: 'GET /v1/sandbox/switchboard as-merchant',
  updateSwitchboard: 'PATCH /v1/sandbox/switchboard body as-merchant',
  topUp: 'POST /v1/sandbox/top-up body as-merchant key',
  advance: 'POST /v1/sandbox/advance body as-merchant key',
  listMessages: 'GET /v1/sandbox/outbox query as-merchant list',
  listPrompts: 'GET /v1/sandbox/prompts query as-merchant list',
  answerPrompt: 'POST /v1/sandbox/prompts/{provider_reference}/answer body as-merchant key',
  getSubscriber: 'GET /v1/sandbox/subscribers/{phone} as-merchant',
  updateSubscriber: 'PUT /v1/sandbox/subscribers/{phone} body as-merchant',
} as const
