import { addressWatch } from './api-keys/api-keys.ts'
import { assembleMoney } from './assemble-money.ts'
import { createSessions, type OnKeyUsed, type Sessions } from './auth/auth.ts'
import { type Authorities, type Authority, openAuthorities } from './authorities/authorities.ts'
import type { CallbackTaker } from './callbacks/callbacks.ts'
import { createPageFeed, type PageFeed, type PrintReceipt } from './checkout/checkout.ts'
import type { Collect, Resolve } from './collections/collections.ts'
import type { Config } from './config.ts'
import type { ResolveHost } from './courier/courier.ts'
import type { PrintCreditNote } from './credit-notes/credit-notes.ts'
import { type Pools, stillnessJudge } from './database/database.ts'
import type { GiveBack, PlayedDelay, Settle } from './discrepancies/discrepancies.ts'
import { createEventFeed, type EventFeed, listenerWatch, type WatchListeners } from './events/events.ts'
import type { Askers, LookUpWorker } from './evidence/evidence.ts'
import { changeLimitsFor, createPayerTurns, createTurns, type PayerTurns, type Turns } from './http/http.ts'
import type { InvoiceLinks, PrintInvoice } from './invoices/invoices.ts'
import type { Hasten } from './jobs/jobs.ts'
import { isInvited, type PendingTotal } from './merchants/merchants.ts'
import { openMetrics } from './open-metrics.ts'
import { openOutbound } from './open-outbound.ts'
import type { GivenProviders } from './open-registry.ts'
import { mailPasswordReset } from './people/people.ts'
import type { ExchangeKeeper, NetworkPlayer, Registry, SimulatedNetwork } from './providers/providers.ts'
import type { ReadPlace } from './recipients/recipients.ts'
import { type RequestKeeper, requestKeeper } from './requests/requests.ts'
import type { RiskRules } from './risk/risk.ts'
import { africasTalking, type Gateway } from './sms/sms.ts'
import { type CountRequest, countPrompts, countRequests, type RingCount } from './tallies/tallies.ts'
import { countLeftOut, type Log, type Metrics, measureWeather } from './telemetry/telemetry.ts'
import type { Tracing } from './tracing/tracing.ts'
import { keepWeather, type Weather } from './weather/weather.ts'
import type { Outbound } from './webhook-config/webhook-config.ts'
import type { ApprovalsNeeded, ResolvePayOut } from './withdrawals/withdrawals.ts'
import type { World } from './world/world.ts'

/** What the rooms work with, put together once for each process. Each of them takes what it needs. */
export type Parts = {
  config: Config
  /** Its connections are those of money. */
  world: World
  pools: GivenPools
  /** Who changes something over these connections, and when. */
  changes: Turns
  /** Whether the database answers nobody just now. */
  standsStill: () => Promise<boolean>
  payerTurns: PayerTurns
  log: Log
  metrics: Metrics
  /** Absent where no traces are wanted. */
  tracing: Tracing | undefined
  sessions: Sessions
  limitsAreOn: boolean
  /** Absent where limits are off. */
  countRequest: CountRequest | undefined
  /** How often a stranger may make a phone ring. */
  prompts: RingCount
  maySignUp(email: string, invitationToken: string | undefined): Promise<boolean>
  smtp: { url: string; from: string } | null
  /** Who carries text messages. */
  gateway: Gateway | null

  /** Who gives receipts of the tax authority. */
  authorities: Authorities

  registry: Registry
  /** What went over the wire to providers is written by it, beside the payments. */
  exchanges: ExchangeKeeper
  network: SimulatedNetwork
  /** Plays what is due on the simulated network, whose callbacks are taken as any other's. */
  player: NetworkPlayer
  play: NetworkPlayer['play']
  callbacks: CallbackTaker
  /** Asks once more about what is over, or what somebody says there is news of. */
  lookUps: LookUpWorker
  askers: Askers

  collect: Collect
  /** What is on its way to a provider now. */
  sendings: Set<Promise<unknown>>
  qrLivesForMs: number
  pageLivesForMs: number
  /** For how long whoever pays by a link waits for the outcome. */
  waitsForMs: number
  invoiceLinks: InvoiceLinks
  printInvoice: PrintInvoice
  printCreditNote: PrintCreditNote
  printReceipt: PrintReceipt
  resolve: Resolve
  resolvePayOut: ResolvePayOut
  settleCollection: Settle
  settleWithdrawal: Settle
  giveBack: GiveBack
  refundOverpaid: GiveBack
  endOwed: GiveBack
  playedDelay: PlayedDelay
  approvalsNeeded: ApprovalsNeeded
  riskRules: RiskRules
  pendingTotal: PendingTotal
  readPlace: ReadPlace
  /** Each makes what is due next in the sandbox due now, for what is its own. */
  hasteners: readonly Hasten[]

  outbound: Outbound & { close(): Promise<void> }
  feed: EventFeed
  /** Ends the streams of those who may no longer hear. */
  watchListeners: WatchListeners
  /** Tells the pages of payers that they have changed. */
  pages: PageFeed
  /** What merchants have called is written by it, beside the answers. */
  requests: RequestKeeper
  /** How mobile networks do. */
  weather: Weather
  /** Tells merchants of keys that are used from somewhere new. */
  onKeyUsed: OnKeyUsed
}

type GivenPools = Pick<Pools, 'lists' | 'work'> & Partial<Pick<Pools, 'replica'>>

/** What a test puts in place of the installation's own. */
export type Given = GivenProviders & {
  /** Absent: everything goes over the connections of the world. */
  pools?: GivenPools | undefined
  resolveHost?: ResolveHost | undefined
  /** Absent where no traces are wanted. */
  tracing?: Tracing | undefined
  authorities?: Authority[] | undefined
}

export function assembleParts(config: Config, world: World, log: Log, given: Given = {}): Parts {
  const pools = given.pools ?? { lists: world.sql, work: world.sql }
  const standsStill = stillnessJudge(pools.work)
  const changes = createTurns(changeLimitsFor(config.poolSizes.money), { what: 'changes', standsStill })
  const metrics = openMetrics(
    world,
    { money: world.sql, ...pools },
    () => money.registry.names(),
    given.tracing,
  )
  const read = { ...world, sql: pools.lists }
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const weather = keepWeather({ ...read, onError: warn('the weather of networks could not be read') })
  measureWeather([metrics.registry], weather.now)
  const money = assembleMoney({ config, world, work: pools.work, log, metrics }, given)
  return {
    config,
    world,
    pools,
    changes,
    standsStill,
    payerTurns: createPayerTurns(changes, config.poolSizes.money),
    log,
    metrics,
    tracing: given.tracing,
    sessions: createSessions({
      sql: world.sql,
      baseUrl: config.baseUrl,
      vault: world.vault,
      newId: world.newId,
      sendPasswordReset: (to, token) => mailPasswordReset(world, to, token),
    }),
    limitsAreOn: config.limitsAreOn,
    countRequest: config.limitsAreOn ? countRequests(pools.work, world.clock) : undefined,
    prompts: config.limitsAreOn
      ? countPrompts(world.sql, world.clock)
      : { take: async () => 0, takeBack: async () => {} },
    maySignUp: async (email, token) =>
      config.signUpIsOpen || (token !== undefined && (await isInvited(world, email, token))),
    smtp: config.smtpUrl === undefined ? null : { url: config.smtpUrl, from: config.mailFrom },
    gateway: config.sms === null ? null : africasTalking(config.sms),
    // It stands for a system elsewhere, as the simulated network does.
    authorities: openAuthorities({ ...world, sql: pools.work }, config.fiscalAuthority, given.authorities),
    ...money,
    outbound: openOutbound(config, { ...world, sql: pools.work }, metrics, given),
    feed: createEventFeed(read, { onError: warn('events could not be looked for') }),
    watchListeners: listenerWatch(read, warn('listeners could not be looked at')),
    pages: createPageFeed({ ...read, onError: warn('pages could not be looked for') }),
    requests: requestKeeper(
      { ...world, sql: pools.work },
      {
        onLeftOut: countLeftOut([metrics.registry]),
        onError: warn('requests could not be kept'),
      },
    ),
    weather,
    onKeyUsed: addressWatch({ ...world, sql: pools.work }, warn('addresses of keys could not be kept')),
  }
}
