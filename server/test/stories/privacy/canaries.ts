import assert from 'node:assert/strict'
import * as callbacks from '../../../src/callbacks/callbacks.ts'
import * as http from '../../../src/http/http.ts'
import type { Chore } from '../../../src/jobs/jobs.ts'
import * as names from '../../../src/names/names.ts'
import * as notifications from '../../../src/notifications/notifications.ts'
import * as paymentLinks from '../../../src/payment-links/payment-links.ts'
import * as privacy from '../../../src/privacy/privacy.ts'
import * as providers from '../../../src/providers/providers.ts'
import * as requests from '../../../src/requests/requests.ts'
import * as risk from '../../../src/risk/risk.ts'
import * as webhookDeliveries from '../../../src/webhook-deliveries/webhook-deliveries.ts'
import * as withdrawals from '../../../src/withdrawals/withdrawals.ts'
import { lookAtTables } from '../../permissions/secrets.ts'
import type { Service } from '../../service.ts'

/** Somebody whose name, numbers and words stand nowhere by chance. */
export const zuhura = {
  name: 'Zuhura Kanariwala',
  phone: '255754987123',
  dialled: '0754987123',
  account: '0150KANARI771',
  email: 'zuhura.kanariwala@mfano.co.tz',
  word: 'metakanari-7781',
}

export type Canary = keyof typeof zuhura

/** In which tables something of hers stands, sealed and packed ones included: `collections: name`. */
export async function findTraces(service: Service, only: readonly Canary[] = keysOf()): Promise<string[]> {
  const tables = [...(await lookAtTables(service)), ...(await openSealed(service))]
  assert.ok(tables.length > 60, 'the tables were not looked at')
  const found = tables.flatMap(({ where, text }) => {
    const lower = text.toLowerCase()
    return only.filter((canary) => stands(lower, zuhura[canary])).map((canary) => `${where}: ${canary}`)
  })
  return [...new Set(found)].sort()
}

function keysOf(): Canary[] {
  return Object.keys(zuhura) as Canary[]
}

/** As text, or as the bytes of it. */
function stands(text: string, value: string): boolean {
  const wanted = value.toLowerCase()
  return text.includes(wanted) || text.includes(Buffer.from(value).toString('hex'))
}

async function openSealed({ world: { sql, vault } }: Service) {
  const replies = await sql<{ sealed: Buffer }[]>`
    select reply_sealed as sealed from idempotency_keys where length(reply_sealed) > 0`
  const mails = await sql<{ sealed: Buffer }[]>`select body_sealed as sealed from mails`
  const texts = await sql<{ sealed: Buffer }[]>`select body_sealed as sealed from text_messages`
  const open = (where: string, rows: readonly { sealed: Buffer }[]) => ({
    where,
    text: rows.map(({ sealed }) => vault.open(sealed)).join('\n'),
  })
  return [
    open('idempotency_keys (sealed)', replies),
    open('mails (sealed)', mails),
    open('text_messages (sealed)', texts),
  ]
}

/** What the rooms do by themselves to end what is old; a stage without a worker does it when it is told to. */
export async function endWhatIsOld({ parts }: Service): Promise<void> {
  const rooms = [
    callbacks,
    http,
    names,
    notifications,
    paymentLinks,
    privacy,
    providers,
    requests,
    risk,
    webhookDeliveries,
    withdrawals,
  ]
  const chores = rooms.flatMap((room) => room.chores(parts as never) as Chore[])
  for (const chore of chores) if ('work' in chore && /keep|forget/.test(chore.name)) await chore.work()
}

/** Where something of her may stand while the law wants her payments kept, each with an end of its own: docs/guides/privacy.md. */
export const mayStandMeanwhile: readonly RegExp[] = [
  // The payments themselves.
  /^(?:collections|withdrawals|invoices|collection_tries): (?:name|phone|dialled|account|email)$/,
  // Lists of the operator, which end as payments do: nobody gets off one by asking a merchant.
  /^risk_list_entries: phone$/,
  // A name inside an e-mail address or the other way round is the same canary twice.
  /^(?:invoices|credit_notes): /,
  // Thirty days: what was answered, what was sent, what providers called us with.
  /^idempotency_keys \(sealed\): /,
  /^(?:mails|text_messages)(?: \(sealed\))?: /,
  // Seven days, with three digits of each number.
  /^requests\w*: (?:name|email)$/,
  // Who it is about, until it is carried out.
  /^privacy_requests: (?:name|phone|email|account)$/,
]
