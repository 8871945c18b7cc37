import { MalipoError } from '@malipo/sdk'
import type { Connected } from '../commands/with-connection.ts'
import { type Followed, listenSecret, type Position, positionFile } from '../keeping/listener.ts'
import { patienceWith } from '../patience.ts'
import { type EventType, withBothSpellings } from '../trigger/event-names.ts'
import { type Answer, deliver, type ToldEvent } from './deliver.ts'
import { eventSource } from './event-source.ts'
import { followEvents, type Source } from './follow-events.ts'
import type { Target } from './read-target.ts'
import { afterTelling, isTold, rememberedMs } from './told-so-far.ts'

export type Listening = {
  /** Absent where events are only shown. */
  target: Target | undefined
  types: EventType[] | undefined
  since: Date | undefined
  isNewSecret: boolean
  showsBodies: boolean
  patienceMs: number
}

/** Shows every event and hands it to the receiver, in order, from where it was left, until Ctrl-C. */
export async function listen(connected: Connected, listening: Listening): Promise<void> {
  const { malipo, environment, printer, signal, surroundings } = connected
  const { target, types, since } = listening
  const merchantId = connected.merchantId ?? (await malipo.balance.get({ signal })).merchant_id
  const followed = { merchantId, environment }
  const file = positionFile(surroundings, followed, target?.url ?? 'shown only')
  const source = eventSource(malipo, patienceWith(printer, signal), signal)
  let position = await beginAt(source, { kept: await file.read(), since, connected })
  await file.write(position)
  const secret = await greet(followed, connected, listening)
  const wanted: string[] | undefined = types && withBothSpellings(types)
  const beginning = {
    lastEventId: position.last_event_id,
    since: position.since === null ? undefined : new Date(position.since),
    signal,
  }
  for await (const event of followEvents(source, beginning)) {
    if (isTold(position, event.id)) continue
    if (wanted === undefined || wanted.includes(event.type))
      await tell(event, { connected, listening, secret })
    // Only now: whoever is killed before this calls the receiver a second time, and never not at all.
    position = afterTelling(position, event.id)
    await file.write(position)
  }
}

type Beginning = { kept: Position | undefined; since: Date | undefined; connected: Connected }

/** Where it was left; else now, which is after the newest event there is. */
async function beginAt(source: Source, { kept, since, connected }: Beginning): Promise<Position> {
  const { malipo, printer, signal } = connected
  if (since !== undefined) return { last_event_id: null, since: since.toISOString(), recent: [] }
  if (kept?.last_event_id) {
    try {
      await malipo.events.get(kept.last_event_id, { signal })
      printer.note(printer.paint.dim(`Going on after event ${kept.last_event_id}.`))
      return kept
    } catch (error) {
      if (!(error instanceof MalipoError) || error.code !== 'not_found') throw error
      printer.note(
        printer.paint.yellow(
          'The service does not know the event we were at. Beginning with what comes now.',
        ),
      )
    }
  } else if (kept) return kept
  return await placeOfNow(source)
}

/** After the newest event. Those shortly before it were told to nobody, and are not to be: the stream will bring them up again. */
async function placeOfNow(source: Source): Promise<Position> {
  const newest = await source.newest()
  if (newest === null) return { last_event_id: null, since: null, recent: [] }
  const lately = await source.list(new Date(Date.parse(newest.timestamp) - rememberedMs))
  // What came between the two questions is after the beginning, and stays to be told.
  const before = lately.filter(({ id }) => id <= newest.id)
  return { last_event_id: newest.id, since: null, recent: before.map(({ id }) => id) }
}

async function greet(followed: Followed, connected: Connected, listening: Listening): Promise<string> {
  const { printer, surroundings, environment } = connected
  const { target, isNewSecret } = listening
  const secret = await listenSecret(surroundings, followed, { isNew: isNewSecret })
  if (target === undefined) {
    printer.note(`Showing ${environment} events. Ctrl-C ends it.`)
    return secret
  }
  if (!target.isThisMachine)
    printer.note(
      printer.paint.yellow(`${target.url} is not on this machine: whoever is there reads your events.`),
    )
  printer.note(
    `Handing ${environment} events to ${target.url}, signed with\n\n  ${secret}\n\nCtrl-C ends it.`,
  )
  return secret
}

type Telling = { connected: Connected; listening: Listening; secret: string }

async function tell(event: ToldEvent, { connected, listening, secret }: Telling): Promise<void> {
  const { printer, signal, surroundings } = connected
  const { paint } = printer
  const { target, patienceMs, showsBodies } = listening
  const answer =
    target &&
    (await deliver(event, {
      url: target.url,
      secret,
      patienceMs,
      signal,
      now: surroundings.now,
      onDown: (reason) =>
        printer.note(
          paint.yellow(
            `Nobody is there at ${target.url} (${reason}). Trying again for ${patienceMs / 1000} s …`,
          ),
        ),
      onUp: () => printer.note(paint.green('Your receiver is back.')),
    }))
  const { id, resource } = { id: event.id, resource: resourceOf(event) }
  const words = [paint.dim(event.timestamp), event.type, id, resource, answer && wordsOf(answer, paint)]
  const body = showsBodies ? `\n${JSON.stringify(event.data, null, 2)}` : ''
  printer.result(
    { ...event, ...(answer && { delivery: { url: target?.url, ...answer } }) },
    words.filter(Boolean).join('  ') + body,
  )
}

function resourceOf({ data }: ToldEvent): string {
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
  return typeof id === 'string' ? id : ''
}

function wordsOf(answer: Answer, paint: Connected['printer']['paint']): string {
  const took = paint.dim(`${answer.duration_ms} ms`)
  if ('error' in answer) return `→ ${paint.red(answer.error)} ${took}`
  const brush = answer.status < 300 ? paint.green : paint.red
  return `→ ${brush(String(answer.status))} ${took}`
}
