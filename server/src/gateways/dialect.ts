import type { Book, Entry } from './book.ts'
import type { Letter } from './callbacks.ts'
import type { Play } from './plays.ts'

export type GatewayRequest = {
  method: string
  /** Without its query, and without the name under which the gateway is found. */
  path: string
  /** Where the gateway is found, like http://127.0.0.1:4001/selcom. */
  root: string
  query: URLSearchParams
  /** Names in small letters. */
  headers: Record<string, string | undefined>
  body: string
}

export type GatewayAnswer = { status: number; headers?: Record<string, string>; body: string }

/** What a dialect works with while it answers one call. */
export type Counter = {
  call: string
  book: Book
  now: Date
  /** Whether this fault strikes this call; for those that only the dialect knows. */
  strikes(fault: string): boolean
  /** How whoever has this number pays. */
  playOf(phone: string): Play
  /** Lets an entry play by itself from now on, or wait for whoever holds the phone, unless a fault wants it otherwise. Answers whether it takes long. */
  begin(entry: Entry, play: Play): boolean
}

/** How one kind of gateway speaks. It has no clock, no chance and no memory but the book. */
export type Dialect = {
  name: string
  /** Its calls, by the names under which faults are aimed at them. */
  calls: readonly string[]
  faults: readonly string[]
  /** Which call this is; null for what leads nowhere, which `answer` is asked about all the same. */
  callOf(request: GatewayRequest): string | null
  /** Takes in what it is asked for, and answers; or does so in silence. */
  answer(request: GatewayRequest, counter: Counter): GatewayAnswer | 'silence'
  /** How it turns a strange address away, and how it says that it does not know. */
  refuseAddress(): GatewayAnswer
  doubt(request: GatewayRequest): GatewayAnswer
  /** What its statement says of an entry besides what every gateway knows: its own name for it, and what it asks for it. */
  billed(entry: Entry): { reference: string; fee: bigint }
  /** What it calls back with when something has moved, signed or not; null for what it never tells. */
  tell(entry: Entry, how: { now: Date; isSigned: boolean }): Letter | null
  /** The name that a payer reads. */
  payeeOf(entry: Entry): string
  /** What can be scanned now, and until when. */
  codes?(book: Book, now: Date): { entry: Entry; code: string; until: Date | null }[]
  /** Whom a scanned code asks to pay for what; null where it has no codes, or no such one. */
  scanned?(book: Book, code: string): Entry | null
}
