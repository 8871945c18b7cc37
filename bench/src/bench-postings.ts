import { randomUUID } from 'node:crypto'
import { moneyIn, type Posting, post } from '../../server/src/ledger/ledger.ts'
import type { World } from '../../server/src/world/world.ts'
import { quantiles } from './load.ts'
import { promise, rounds, seconds, show } from './measure.ts'

const postingsAtOnce = 200
const clients = 16

/** One hot account: our batches against the usual function that locks two rows for each transfer. */
export async function benchPostings(world: World, merchantId: string): Promise<boolean> {
  console.log('\nPostings on one hot account, durable commits')
  await makeUsual(world)
  const best = { usual: { perSecond: 0, timesMs: [0] }, ours: { perSecond: 0, timesMs: [0] } }
  await inTurns(1, 2, () => postBatch(world, merchantId))
  for (let round = 1; round <= rounds; round += 1) {
    const usual = await inTurns(clients, seconds, () => usualTransfer(world))
    if (usual.perSecond > best.usual.perSecond) best.usual = usual
    const ours = await inTurns(1, seconds, () => postBatch(world, merchantId))
    if (ours.perSecond > best.ours.perSecond) best.ours = ours
  }
  show(
    `f  a function with row locks, ${clients} clients`,
    best.usual.perSecond,
    quantiles(best.usual.timesMs),
  )
  show(`f  ours, batches of ${postingsAtOnce}`, best.ours.perSecond, quantiles(best.ours.timesMs))
  return promise('ours / row locks', best.ours.perSecond / best.usual.perSecond, { atLeast: 10 })
}

/** Runs work in several turns side by side. The work answers how much it did. */
async function inTurns(sideBySide: number, forSeconds: number, work: () => Promise<number>) {
  const timesMs: number[] = []
  let done = 0
  const begin = performance.now()
  const end = begin + forSeconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      done += await work()
      timesMs.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, worker))
  return { perSecond: done / ((performance.now() - begin) / 1000), timesMs }
}

async function postBatch(world: World, merchantId: string): Promise<number> {
  const postings = Array.from(
    { length: postingsAtOnce },
    (): Posting => ({
      cause: `bench ${randomUUID()}`,
      type: 'collection',
      direction: 'credit',
      amount: 100_000n,
      merchantId,
      environment: 'live',
      currency: 'TZS',
      legs: moneyIn('bench', 100_000n),
    }),
  )
  await world.sql.begin((tx) => post(tx, world, postings))
  return postings.length
}

async function makeUsual({ sql }: World): Promise<void> {
  await sql.unsafe(`
    create table bench_accounts (id integer primary key, balance bigint not null);
    insert into bench_accounts values (1, 0), (2, 0);
    create table bench_transfers (id uuid primary key, debit integer not null references bench_accounts,
      credit integer not null references bench_accounts, amount bigint not null, debit_after bigint not null,
      credit_after bigint not null, at timestamptz not null default clock_timestamp());
    create function bench_transfer(transfer uuid, debit integer, credit integer, amount bigint) returns void
    language plpgsql as $$
    declare
      debit_after bigint;
      credit_after bigint;
    begin
      perform from bench_accounts where id in (debit, credit) order by id for update;
      update bench_accounts set balance = balance - amount where id = debit returning balance into debit_after;
      update bench_accounts set balance = balance + amount where id = credit returning balance into credit_after;
      insert into bench_transfers values (transfer, debit, credit, amount, debit_after, credit_after);
    end $$`)
}

async function usualTransfer({ sql }: World): Promise<number> {
  await sql`select bench_transfer(${randomUUID()}, 1, 2, 100000)`
  return 1
}
