import { randomUUID } from 'node:crypto'
import { moneyIn, type Posting, post } from '../../server/src/ledger/ledger.ts'
import type { World } from '../../server/src/world/world.ts'
import { quantiles } from './load.ts'
import { promise, rounds, seconds, show } from './measure.ts'

const postingsAtOnce = 500
const clients = 16

/** One hot account: our batches against the usual function that locks two rows for each transfer. */
export async function benchPostings(world: World, merchantId: string): Promise<boolean> {
  console.log('\nPostings on one hot account, durable commits')
  await makeUsual(world)
  const best = { usual: { perSecond: 0, timesMs: [0] }, ours: { perSecond: 0, timesMs: [0] } }
  await inTurns(1, 2, () => postBatch(world, merchantId))
  for (let round = 1; round <= rounds; round += 1) {
    const usual = await inTurns(clients, seconds, () => usualTransfer(world, merchantId))
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
      const more = await work()
      done += more
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
      ...moneyIn('bench', 100_000n),
    }),
  )
  await world.sql.begin((tx) => post(tx, world, postings))
  return postings.length
}

/**
 * What the usual ledger in SQL does for each transfer: lock both accounts in order, write the transaction and its two
 * entries with their balances, update both accounts. It keeps the same rows as ours, in tables of the same shape.
 */
async function makeUsual({ sql }: World): Promise<void> {
  await sql.unsafe(`
    create table bench_accounts (id uuid primary key, balance bigint not null, entries bigint not null);
    insert into bench_accounts values
      ('${hotAccount}', 0, 0), ('${otherAccount}', 0, 0);
    create table bench_transactions (like ledger_transactions including all);
    create table bench_entries (like ledger_entries including all);
    create function bench_transfer(transfer uuid, merchant uuid, debit uuid, credit uuid, moved bigint) returns void
    language plpgsql as $$
    declare
      debited bench_accounts;
      credited bench_accounts;
    begin
      perform from bench_accounts where id in (debit, credit) order by id for update;
      update bench_accounts set balance = balance - moved, entries = entries + 1 where id = debit
        returning * into debited;
      update bench_accounts set balance = balance + moved, entries = entries + 1 where id = credit
        returning * into credited;
      insert into bench_transactions (id, merchant_id, environment, currency, seq, type, direction, amount,
        balance_after, cause, created_at)
      values (transfer, merchant, 'live', 'TZS', credited.entries, 'collection', 'credit', moved, credited.balance,
        'bench ' || transfer, clock_timestamp());
      insert into bench_entries values (transfer, 1, debit, -moved, debited.entries, debited.balance),
        (transfer, 2, credit, moved, credited.entries, credited.balance);
    end $$`)
}

const hotAccount = '00000000-0000-4000-8000-000000000001'
const otherAccount = '00000000-0000-4000-8000-000000000002'

async function usualTransfer({ sql, newId }: World, merchantId: string): Promise<number> {
  await sql`select bench_transfer(${newId()}, ${merchantId}, ${otherAccount}, ${hotAccount}, 100000)`
  return 1
}
