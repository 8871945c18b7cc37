import type { TestContext } from 'node:test'
import type { OwnProviders } from '../../service.ts'
import { newMerchant, type Reply, type Sent, type Service, sessionOf, startService } from '../../service.ts'

/** A service with one merchant, for provoking refusals. */
export type Stage = {
  service: Service
  merchantId: string
  liveKey: string
  sandboxKey: string
  ownerEmail: string
  cookie: string
  webhookSecret: string
  /** With the live key unless told otherwise. */
  call(path: string, sent?: Sent): Promise<Reply>
}

/** What provokes refusals, by the promise that it proves. */
export type Provocations = Record<string, (stage: Stage, t: TestContext) => Promise<void>>

export async function openStage(
  environment: Record<string, string> = {},
  providers: OwnProviders = {},
): Promise<Stage> {
  const service = await startService({ environment, providers })
  const made = await newMerchant(service)
  const { merchantId, liveKey, sandboxKey, ownerEmail } = made
  return {
    service,
    merchantId,
    liveKey,
    sandboxKey,
    ownerEmail,
    webhookSecret: made.webhook_secret,
    cookie: await sessionOf(service, ownerEmail),
    call: (path, sent = {}) => service.call(path, { key: liveKey, ...sent }),
  }
}
