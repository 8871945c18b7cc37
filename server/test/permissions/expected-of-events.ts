import { dashboardReaders, readersOfLive, readersOfTheirEnvironment } from './expected-of-money.ts'
import { noCredentials, noKeys, outsiders, type Row } from './rows.ts'

// Written by hand from the specification, like the table that these rows belong to.

/** Where events go, and that they go again, is decided in the dashboard by those who keep the webhooks; they also see what was called. */
const webhookKeepers: Row = {
  ...noCredentials,
  ...noKeys,
  ...outsiders,
  owner: 200,
  admin: 200,
  finance: '403 forbidden',
  developer: 200,
  viewer: '403 forbidden',
  cashier: '403 forbidden',
}

export const expectedOfEvents: Record<string, Row> = {
  readWebhookConfig: dashboardReaders,
  changeWebhookConfig: webhookKeepers,
  testWebhook: webhookKeepers,
  checkWebhook: webhookKeepers,

  createWebhookEndpoint: { ...webhookKeepers, owner: 201, admin: 201, developer: 201 },
  listWebhookEndpoints: webhookKeepers,
  readWebhookEndpoint: webhookKeepers,
  changeWebhookEndpoint: webhookKeepers,
  removeWebhookEndpoint: webhookKeepers,
  testWebhookEndpoint: webhookKeepers,
  rotateWebhookEndpointSecret: webhookKeepers,

  listEvents: readersOfTheirEnvironment,
  streamEvents: readersOfTheirEnvironment,
  readEvent: readersOfLive,
  replayEvents: webhookKeepers,

  listWebhookDeliveries: readersOfTheirEnvironment,
  readWebhookDelivery: readersOfLive,
  retryWebhookDelivery: webhookKeepers,

  listRequests: webhookKeepers,
  readRequest: webhookKeepers,
}
