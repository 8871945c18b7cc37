import * as alerts from './alerts/alerts.ts'
import * as apiKeys from './api-keys/api-keys.ts'
import * as batches from './batches/batches.ts'
import * as books from './books/books.ts'
import * as callbacks from './callbacks/callbacks.ts'
import * as collections from './collections/collections.ts'
import * as controlNumbers from './control-numbers/control-numbers.ts'
import * as events from './events/events.ts'
import * as evidence from './evidence/evidence.ts'
import * as figures from './figures/figures.ts'
import * as fiscal from './fiscal/fiscal.ts'
import * as http from './http/http.ts'
import * as invoices from './invoices/invoices.ts'
import { type Chore, type Running, startChore } from './jobs/jobs.ts'
import * as mail from './mail/mail.ts'
import * as merchants from './merchants/merchants.ts'
import * as names from './names/names.ts'
import * as notifications from './notifications/notifications.ts'
import type { Parts } from './parts.ts'
import * as paymentLinks from './payment-links/payment-links.ts'
import * as people from './people/people.ts'
import * as privacy from './privacy/privacy.ts'
import * as providers from './providers/providers.ts'
import * as quarantine from './quarantine/quarantine.ts'
import * as recipients from './recipients/recipients.ts'
import * as reconciliation from './reconciliation/reconciliation.ts'
import * as requests from './requests/requests.ts'
import * as risk from './risk/risk.ts'
import * as sms from './sms/sms.ts'
import * as statements from './statements/statements.ts'
import * as tallies from './tallies/tallies.ts'
import * as weather from './weather/weather.ts'
import * as webhookConfig from './webhook-config/webhook-config.ts'
import * as webhookDeliveries from './webhook-deliveries/webhook-deliveries.ts'
import * as webhookEndpoints from './webhook-endpoints/webhook-endpoints.ts'
import * as withdrawals from './withdrawals/withdrawals.ts'

/** Every room that does something by itself. */
const rooms = [
  quarantine,
  providers,
  collections,
  figures,
  paymentLinks,
  controlNumbers,
  invoices,
  names,
  recipients,
  withdrawals,
  batches,
  callbacks,
  evidence,
  reconciliation,
  statements,
  fiscal,
  privacy,
  risk,
  webhookConfig,
  webhookEndpoints,
  webhookDeliveries,
  events,
  requests,
  apiKeys,
  people,
  merchants,
  notifications,
  http,
  mail,
  sms,
  tallies,
  weather,
  alerts,
  books,
]

/** What the service does on its own, beside answering requests. */
export function choresOf(parts: Parts): Chore[] {
  // Whatever they look for and write down, they keep nobody waiting who asked for something.
  const own = { ...parts, world: { ...parts.world, sql: parts.pools.work } }
  return rooms.flatMap((room): Chore[] => room.chores(own))
}

export function startChores(parts: Parts): Running[] {
  const { config, log, metrics } = parts
  if (config.role === 'api') return []
  return choresOf(parts).map((chore) =>
    startChore(chore, (error) => {
      log.error({ err: error, chore: chore.name }, 'a chore failed')
      metrics.choreFailed(chore.name)
    }),
  )
}
