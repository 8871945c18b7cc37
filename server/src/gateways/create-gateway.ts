import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../primitives/clock.ts'
import { type BookOptions, createBook, type Entry } from './book.ts'
import { createPost, type Deliver } from './callbacks.ts'
import type { Dialect, GatewayAnswer, GatewayRequest } from './dialect.ts'
import { answerFaults, callbackFaults, createSwitchboard, endFaults } from './faults.ts'
import { createPhones, type Handsets } from './handsets.ts'
import type { Memory } from './journal.ts'
import { operate } from './operate-gateway.ts'
import { type Play, plainPlay, playOfPhone } from './plays.ts'
import { spoilAnswer, writeAnswer } from './spoil-answer.ts'

export type GatewayOptions = Partial<Omit<BookOptions, 'now'>> & {
  clock: Clock
  /** From 0 to 1, for faults that strike a share of calls. */
  chance(): number
  signsCallbacks?: boolean
  lateByMs?: number
  /** As long as a gateway asks to be left alone before it is asked again. */
  endsLateByMs?: number
  handsets?: Handsets
  /** Over HTTP, unless whoever is told stands in the same process. */
  deliver?: Deliver
  /** In memory, and gone with the gateway, unless said. */
  memory?: Memory
}

/** Longer than what anybody asks a gateway for. */
const mostBytes = 65_536

/** Enough for whoever looks at what was asked, and no more: a gateway may run for weeks. */
const mostCalls = 20_000

const hourMs = 3_600_000

/** A hundred million shillings. */
const usualFloat = 10_000_000_000n

/** Before a page says that nobody knows, which is after two minutes. */
const usualPromptMs = 90_000

/**
 * A gateway that speaks a dialect. Faults are switched, its book is read and its payers are played at addresses that begin
 * with an underscore, by whoever is on this machine: it carries no money.
 */
export function createGateway(dialect: Dialect, options: GatewayOptions) {
  const { clock, chance, signsCallbacks = false, lateByMs = 30_000, endsLateByMs = 180_000 } = options
  const now = () => clock.now()
  const faults = createSwitchboard({ chance, calls: dialect.calls, ownFaults: dialect.faults })
  const post = createPost(now, options.deliver)
  const book = createBook({
    now,
    float: options.float ?? usualFloat,
    endsAfterMs: options.endsAfterMs ?? 300,
    reversesAfterMs: options.reversesAfterMs ?? 300,
    promptLivesForMs: options.promptLivesForMs ?? usualPromptMs,
  })
  const phones = createPhones(dialect, book, now, options.handsets)
  /** The last calls in the order of their arrival, like `POST /v1/checkout/create-order-minimal`. */
  const calls: { call: string; line: string; body: string }[] = []

  /** Before anybody is told of it, or answered. */
  function remember(): void {
    const changes = book.takeChanges()
    if (changes.length > 0) options.memory?.keep(changes)
  }

  function advance(): void {
    book.advance()
    remember()
    for (const entry of book.takeMoved()) tell(entry)
    post.sendDue()
  }

  function remembering<Answer>(work: () => Answer): Answer {
    const answer = work()
    remember()
    return answer
  }

  function tell(entry: Entry): void {
    const fault = faults.draw(entry.call, callbackFaults)
    const news = entry.play?.news ?? 'once'
    if (news === 'lost' || fault === 'callback_lost') return
    const isUnsigned = news === 'unsigned' || fault === 'callback_unsigned'
    const isSigned = (signsCallbacks && !isUnsigned) || fault === 'callback_signed'
    const letter = dialect.tell(entry, { now: now(), isSigned })
    if (letter === null) return
    const isLate = news === 'late' || fault === 'callback_late'
    const at = new Date(now().getTime() + (isLate ? lateByMs : 0))
    post.add(letter, at)
    if (news === 'twice' || fault === 'callback_twice') post.add(letter, at)
  }

  /** Whoever holds a phone decides, whatever its number would have played. */
  const playOf = (phone: string): Play => (phones.isHeld(phone) ? plainPlay : playOfPhone(phone))

  function begin(entry: Entry, play: Play, isLate = false): void {
    if (entry.about === 'collection' && phones.isHeld(entry.party)) book.prompt(entry, play)
    else book.play(entry, play, isLate ? endsLateByMs : undefined)
  }

  /** Whoever has a clock that is wrong says so in every answer. */
  const timeWith = (fault: string | null) => new Date(now().getTime() + (fault === 'clock_skew' ? hourMs : 0))

  function answerCall(request: GatewayRequest, call: string, time: Date): GatewayAnswer | 'silence' {
    const known = book.all().length
    const answer = dialect.answer(request, {
      call,
      book,
      now: time,
      playOf,
      strikes: (fault) => faults.draw(call, [fault]) !== null,
      begin(entry, play) {
        const fault = faults.draw(call, endFaults)
        const end = fault === 'never_ends' ? null : play.end
        entry.call = call
        begin(entry, { ...play, end, reverses: play.reverses || fault === 'reversed' }, fault === 'ends_late')
        return fault === 'ends_late'
      },
    })
    for (const entry of book.all().slice(known)) if (entry.call === '*') entry.call = call
    return answer
  }

  /** `folder` is the path under which it is found. */
  async function serve(request: IncomingMessage, response: ServerResponse, folder = ''): Promise<void> {
    const asked = await readRequest(request, folder)
    if (asked === null) return void response.writeHead(413).end()
    advance()
    if (asked.path.startsWith('/_'))
      return writeAnswer(
        response,
        remembering(() => operate(asked, parts)),
      )
    const call = dialect.callOf(asked) ?? 'unknown'
    calls.push({ call, line: `${asked.method} ${request.url}`, body: asked.body })
    if (calls.length > mostCalls) calls.shift()
    const fault = faults.draw(call, answerFaults)
    response.setHeader('date', timeWith(fault).toUTCString())
    if (fault === 'silent_before') return
    if (fault === 'outage') return void response.destroy()
    if (fault === 'address_refused') return writeAnswer(response, dialect.refuseAddress())
    if (fault === 'ambiguous_before') return writeAnswer(response, dialect.doubt(asked))
    if (fault === 'error_before') return spoilAnswer(response, fault, { status: 503, body: '' })
    const said = remembering(() => answerCall(asked, call, timeWith(fault)))
    if (said === 'silence' || fault === 'silent_after') return
    if (fault === 'ambiguous_after') return writeAnswer(response, dialect.doubt(asked))
    if (fault === null || fault === 'clock_skew') return writeAnswer(response, said)
    spoilAnswer(response, fault, said)
  }

  const parts = {
    dialect,
    book,
    faults,
    post,
    ...phones,
    /** Somebody scans a code and pays: as their number plays, or as whoever holds it says. Answers what was scanned. */
    scan(code: string, phone: string): Entry | null {
      const entry = dialect.scanned?.(book, code) ?? null
      if (entry?.state !== 'open') return null
      entry.party = phone
      begin(entry, playOf(phone))
      return entry
    },
  }

  return {
    ...parts,
    calls,
    advance,
    serve,
    recall: () => book.restore(options.memory?.recall() ?? []),
    async close(): Promise<void> {
      await post.settled()
      remember()
      options.memory?.close()
    },
  }
}

/** Null for what is too long. */
async function readRequest(request: IncomingMessage, folder: string): Promise<GatewayRequest | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return null
    chunks.push(chunk)
  }
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://gateway')
  return {
    method: request.method ?? 'GET',
    path: pathname.slice(folder.length),
    root: `http://${request.headers.host}${folder}`,
    query,
    headers: request.headers as Record<string, string | undefined>,
    body: Buffer.concat(chunks).toString(),
  }
}
