import type { Service } from '../service.ts'

/** What one request left behind. */
export type Change = { table: string; what: string; line: string }

/** Tables that are there to tell of what was refused, too, or of who came by, and why. */
export const tellOfRefusals: Record<string, string> = {
  requests: 'the log of what keys and members have called',
  requests_open: 'the same, before it is written where it stays',
  request_counts: 'how much each merchant called in a day',
  tallies: 'how often somebody has guessed or tried, counted before it is known how that ends',
  unproven_callbacks: "what strangers say in a provider's name, of which the last 200 are kept",
  provider_words:
    'what a provider said when it was asked before a decision: evidence, also where the decision is then refused',
  api_key_addresses: 'from where keys were used, whatever they were used for',
  network_handsets:
    'phones that are held as long as somebody looks at them, which the stream writes and not the request',
}

/** Columns that count wrong codes, or tell when a key was used and from where. */
const countsGuesses = ['last_used_at', 'last_used_ip', 'failed_verification_count', 'locked_until']

/** One request may deliver hundreds of callbacks that waited. */
const mostTold = 200

export type RowWatch = {
  /** Up to where has been noted by now. */
  place(): Promise<string>
  /** What has been committed since then, but for when keys were used. */
  changesSince(place: string): Promise<Change[]>
  /** Nobody asks any more for what was noted. */
  forget(): Promise<void>
}

/** Notes every row that is made, changed or removed, in its own transaction: what is rolled back was never there. */
export async function watchRows(
  { world: { sql } }: Pick<Service, 'world'>,
  leftOut: readonly string[] = Object.keys(tellOfRefusals),
): Promise<RowWatch> {
  const guesses = countsGuesses.map((name) => `'${name}'`).join(', ')
  await sql.unsafe(`
    create schema fuzz;
    create unlogged table fuzz.changes (id bigint generated always as identity primary key, tab text, what text, line text);
    create function fuzz.note() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and to_jsonb(old) - array[${guesses}] = to_jsonb(new) - array[${guesses}] then return null; end if;
      -- The second factor keeps its count of wrong codes as a row, which it writes anew.
      if tg_argv[0] = 'verifications' and coalesce(to_jsonb(new), to_jsonb(old)) ->> 'identifier' like '2fa-attempts-%' then return null; end if;
      insert into fuzz.changes (tab, what, line)
      values (tg_argv[0], tg_op, left(coalesce(to_jsonb(new), to_jsonb(old))::text, 300));
      return null;
    end $$`)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not relname = any (${leftOut})`
  for (const { name } of tables) {
    await sql.unsafe(
      `create trigger fuzz_notes after insert or update or delete on ${name} for each row execute function fuzz.note('${name}')`,
    )
  }
  return {
    async place() {
      const [row] = await sql<{ place: string }[]>`select coalesce(max(id), 0) as place from fuzz.changes`
      return row?.place ?? '0'
    },
    changesSince: (place) =>
      sql<Change[]>`
        select tab as table, what, line from fuzz.changes where id > ${place} order by id limit ${mostTold}`,
    forget: async () => void (await sql`truncate fuzz.changes`),
  }
}
