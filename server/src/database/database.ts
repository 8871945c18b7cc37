export { connectDatabase, type Database, type Transaction } from './connect-database.ts'
export { DatabaseAway, isDatabaseAway, isHopeless } from './database-away.ts'
export { describeUrl, socketOfUrl, socketUrl, urlOfDatabase, urlsOfHosts } from './database-url.ts'
export { deleteOld } from './delete-old.ts'
export { type EmbeddedCluster, openEmbeddedCluster } from './embedded/embedded-cluster.ts'
export { findPostgresBinaries, ownMajor, type PostgresPrograms } from './embedded/postgres-binaries.ts'
export { findPostmaster, processIsAlive, stopPostmaster } from './embedded/postmaster.ts'
export { findServer } from './find-server.ts'
export { type ColumnTypes, inColumns, namesOf } from './in-columns.ts'
export { stillnessJudge } from './judge-stillness.ts'
export { writingJudge } from './judge-writing.ts'
export { byIndex } from './look-rows-up.ts'
export {
  countRanges,
  eachKind,
  kindsTogether,
  mergeRanges,
  type Range,
  rangesOver,
} from './merge-ranges.ts'
export { migrate, migrationsSuffice } from './migrate.ts'
export { type DatabaseWishes, type OpenDatabase, openDatabase } from './open-database.ts'
export { mostWaiting, openPools, type PoolSizes, type Pools, refuseTooFewConnections } from './open-pools.ts'
export { type KeptByTime, keepByTime } from './partitions/keep-by-time.ts'
export { type KeptForEver, keepForEver } from './partitions/keep-for-ever.ts'
export {
  findPutAside,
  isPutAside,
  keepPartsInPlace,
  type PutAside,
  type TableInParts,
} from './partitions/put-aside-parts.ts'
export { type Partition, readPartitions } from './partitions/read-partitions.ts'
export { enterTurn, takeTurn } from './partitions/take-turn.ts'
export { timeOf } from './partitions/timed-table.ts'
export { HeldByOthers, isHeldUp, isLockedByOthers, isPassingFault } from './passing-fault.ts'
export { addressOf } from './pool-options.ts'
export { migrationsFolder, readMigrations } from './read-migrations.ts'
export type { Replica } from './read-replica.ts'
export { refuseUnfitDatabase } from './refuse-unfit-database.ts'
export type { Offence } from './spread/find-offences.ts'
export { places, spreadBy } from './spread/places.ts'
export { planSpread, prepareSpread, type Spreading } from './spread/prepare-spreading.ts'
export { type Columns, columnsOf, type Fragment, fragmentOf } from './sql-tag.ts'
