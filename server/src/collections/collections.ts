import { type Environment, environments } from '@malipo/contract'
import { type KeptForEver, keepForEver } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import { type Chore, startTaking } from '../jobs/jobs.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { chasing } from './chase-collections.ts'
import type { Collect } from './collect.ts'
import type { Resolve } from './collection-resolver.ts'
import { collectingRoutes, type Lives } from './collection-routes.ts'
import { sumUpCounts } from './count-collections.ts'
import { endPages } from './end-pages.ts'
import { tillRoutes } from './read-till.ts'
import { statusRoutes } from './status-routes.ts'

export type { AttachmentChecks } from './attachments.ts'
export { type Begun, beginTry, type TryWish } from './begin-try.ts'
export { chaseCollections } from './chase-collections.ts'
export { type Collect, createCollect } from './collect.ts'
export { collectionBirths, collectionLifecycle, legalSteps } from './collection-lifecycle.ts'
export { collectionResolver, type Resolve } from './collection-resolver.ts'
export { type CollectionRow, peopleOf, referencePrefix } from './collection-row.ts'
export { endPages } from './end-pages.ts'
export { countSilent, findCarriers, findHistory, listCollections, silentSince } from './find-collections.ts'
export { findPage, findPages, type Page } from './find-page.ts'
export { collectionHastener } from './hasten-collection.ts'
export { collectionCallbacks } from './hear-callbacks.ts'
export type { Word } from './judge-report.ts'
export { leavePage } from './leave-page.ts'
export { findTries, type PageTry, type TryState } from './page-try.ts'
export type { Payee } from './payee.ts'
export { findReceipt, findReceiptPath, receiptPathOf } from './receipt.ts'
export { receivedCollection, receivePayment } from './receive-payment.ts'
export {
  isReturnedByItself,
  isWindowOver,
  payerOf,
  type RefundRules,
  refundableOf,
} from './refundable.ts'
export { resolveCollections } from './resolve-collections.ts'
export { collectionSettler } from './settle-collections.ts'
export { messageOf, showCollection } from './show-collection.ts'
export { refreshCollection } from './status-routes.ts'
export { type PageDesk, useAnotherWay } from './use-another-way.ts'

type Parts = Lives & {
  world: World
  registry: Registry
  resolve: Resolve
  collect: Collect
  config: { refundDays: number }
}

export function routes({ world, registry, resolve, collect, config, ...lives }: Parts): Route[] {
  return [
    ...collectingRoutes(world, collect, lives),
    ...statusRoutes(world, registry, resolve, config.refundDays),
    ...tillRoutes(world),
  ]
}

export function chores({ world, registry, resolve }: Pick<Parts, 'world' | 'registry' | 'resolve'>): Chore[] {
  const chase = (environment: Environment): Chore => ({
    name: `collections.chase-${environment}`,
    start: (onError) =>
      startTaking(chasing({ world, registry, resolve }, environment), { everyMs: 250, onError }),
  })
  return [
    ...environments.map(chase),
    { name: 'collections.end-pages', everyMs: 5_000, work: () => endPages(world) },
    { name: 'collections.sum-up-counts', everyMs: 5_000, work: () => sumUpCounts(world.sql) },
    { name: 'collections.keep', everyMs: 600_000, work: () => keepForEver(world, keptCollections) },
    { name: 'collections.keep-history', everyMs: 600_000, work: () => keepForEver(world, collectionHistory) },
    { name: 'collections.keep-tries', everyMs: 600_000, work: () => keepForEver(world, collectionTries) },
  ]
}

/** A year in one part: what is due, a token and a merchant's newest are looked for in each. */
export const keptCollections: KeptForEver = { table: 'collections', key: 'id', spanDays: 365 }

export const collectionHistory: KeptForEver = { table: 'collection_history', key: 'collection_id' }

/** By their own ids, which references lead to; the first try of a payment has the payment's. */
export const collectionTries: KeptForEver = { table: 'collection_tries', key: 'id' }
