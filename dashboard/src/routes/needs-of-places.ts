import { sections } from '../frame/sections.ts'
import type { Power } from '../people/may.ts'

/** What a form does: whoever may not is told so at its address, instead of being refused once it is filled in. */
const formNeeds: readonly [place: RegExp, needs: Power][] = [
  [/^payments\/new$/, 'createUssdPushCollection'],
  [/^withdrawals\/new$/, 'submitWithdrawal'],
  [/^batches\/new$/, 'createDisbursementBatch'],
  [/^batches(\/|$)/, 'listDisbursementBatches'],
  [/^refunds(\/|$)/, 'listRefunds'],
  [/^recipients\/new$/, 'createRecipient'],
  [/^recipients\/settings$/, 'readRecipientSettings'],
  [/^recipients(\/|$)/, 'listRecipients'],
  [/^links\/new$/, 'createPaymentLink'],
  [/^control-numbers\/new$/, 'createControlNumber'],
  [/^control-numbers\/many$/, 'createControlNumbers'],
  [/^invoices\/new$/, 'createInvoice'],
  [/^invoices\/[^/]+\/edit$/, 'changeInvoice'],
  [/^customers\/new$/, 'createCustomer'],
  [/^keys\/new$/, 'createApiKey'],
  [/^webhooks\/settings$/, 'changeWebhookConfig'],
  [/^webhooks\/endpoints\/new$/, 'createWebhookEndpoint'],
  [/^webhooks\/endpoints\//, 'readWebhookEndpoint'],
  [/^webhooks\/check$/, 'checkWebhook'],
  [/^webhooks\/replay$/, 'replayEvents'],
  [/^team\/invite$/, 'inviteMember'],
  [/^networks$/, 'listNetworks'],
  [/^statements(\/|$)/, 'listStatements'],
  [/^settlements$/, 'listSettlements'],
  [/^events(\/|$)/, 'listEvents'],
  [/^fiscal$/, 'readFiscalSettings'],
  [/^privacy$/, 'listPrivacyRequests'],
]

/** What somebody must be allowed in order to be at a place below the environment of an address; null where nobody knows the place. */
export function needsOf(place: string): Power | null {
  const form = formNeeds.find(([pattern]) => pattern.test(place))
  if (form) return form[1]
  const [first = ''] = place.split('/')
  return sections.find(({ path }) => path === first)?.needs ?? null
}
