import type {
  Access,
  BodyOf,
  Environment,
  FileType,
  Operation,
  PathParams,
  QueryOf,
  ReplyOf,
} from '@malipo/contract'
import type { PersonPrincipal, Principal } from '../auth/auth.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Actor } from './authorise.ts'
import type { RequestMark } from './remember-reply.ts'

export type CallerOf<A extends Access> = A extends { who: 'merchant' }
  ? Actor
  : A extends { who: 'person' | 'super_admin' }
    ? PersonPrincipal
    : Principal

/** One request, read and permitted: what a handler gets to see. */
export type Call<O extends Operation> = {
  params: PathParams<O['path']>
  query: QueryOf<O>
  /** The bytes themselves where the operation asks for them. */
  body: O extends { rawBody: true } ? Buffer : BodyOf<O>
  caller: CallerOf<O['access']>
  requestId: string
  address: string
  headers: { cookie: string; userAgent: string }
  /** Connections apart from those of money: for lists, and for whatever else reads much. */
  lists: Database
  /** For whoever reads more than a page of them: each read in a turn of the caller's, beside those of others. */
  inTurn<Result>(read: () => Promise<Result>): Promise<Result>
  /** For what is signed or kept as it came. */
  allHeaders(): Record<string, string>
  /** What X-Environment asks for, live if nothing; for callers who are not bound to one. */
  environment(): Environment
  setCookies(cookies: string[]): void
  /** Does creating work in one transaction with the caller's Idempotency-Key, if there is one. */
  idempotently(work: (tx: Transaction) => Promise<ReplyOf<O>>): Promise<ReplyOf<O>>
  /** The same promise kept by a door that writes many requests at once: whose request it is, and which. */
  mark(): RequestMark
  /** The same for somebody who is not known: within what they call, if they sent a key. */
  markWithin(owner: Pick<RequestMark, 'scope' | 'environment'>): RequestMark | null
  /** Tells the caller that the outcome is not known yet: 202. Of an operation that waits. */
  notYet(): void
  /** Tells the caller that nothing was made, because it was there before: 200. */
  existed(): void
  /** Tells the caller that the reply is that of an earlier request. */
  replayed(): void
  /** Of what streams or waits only: aborted when the caller went away or the service stops. */
  gone: O extends { stream: true } | { waitsForMs: number } ? AbortSignal : undefined
}

/** What a handler answers: the reply, a file, or the texts of a stream as they come. */
export type ResultOf<O extends Operation> = O extends { stream: true }
  ? AsyncIterable<string>
  : O extends { file: string }
    ? FileReply
    : ReplyOf<O>

/** A file, and what it is called where somebody saves it; as a whole, or as its texts come. Of the type that the operation names, unless it says otherwise. */
export type FileReply = { name: string; type?: FileType } & (
  | { bytes: Buffer }
  | { texts: AsyncIterable<string> }
)

export type Route = { operation: Operation; handle(call: Call<Operation>): Promise<unknown> }

/** Ties an operation of the contract to the function that carries it out, typed by the operation's own schemas. */
export function route<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<ResultOf<O>>,
): Route {
  return { operation, handle: handle as unknown as Route['handle'] }
}
