import type { Command } from 'commander'
import { Misuse } from '../failures.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { type EventType, eventTypes } from '../trigger/event-names.ts'
import { cursorOption, instant, limitOption, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { withConnection } from './with-connection.ts'

export function addEvents(program: Command, surroundings: Surroundings): void {
  const events = branch(program, 'events', 'see what was told, and have it told again')
  addReads(events, surroundings)
  const replay = leaf(events, 'replay', {
    summary: 'deliver the events of a time once more to your webhook address',
    description:
      'The same ids and the same bytes, to the address of your account. To see them on your own machine again, use listen --since.',
    examples: [
      'events replay --from 2h',
      'events replay --from 2026-11-15T12:00:00Z --to 2026-11-15T13:00:00Z --types collection.failed',
    ],
    isForPeople: true,
  })
  replay
    .requiredOption('--from <when>', 'an instant, or how long ago (10m, 2h)', instant(surroundings.now))
    .option('--to <when>', 'the same; now unless told otherwise', instant(surroundings.now))
    .option('--types <types>', 'only these, with commas between them', typesIn)
    .action(async ({ from, to, types }: { from: Date; to?: Date; types?: EventType[] }) => {
      const { dashboard, printer, signal } = await withConnection(replay, surroundings)
      const wish = { from: from.toISOString(), ...said({ to: to?.toISOString(), types }) }
      const done = await dashboard().events.replay(wish, { signal })
      printer.result(done, `${done.replayed} events from ${done.from} to ${done.to} are on their way again.`)
    })
}

function addReads(events: Command, surroundings: Surroundings): void {
  const list = leaf(events, 'list', {
    summary: 'list events, newest first',
    examples: ['events list --types collection.success,collection.failed --limit 5'],
  })
  list
    .option('--types <types>', 'only these, with commas between them', typesIn)
    .option('--resource <id>', 'only those of one collection or disbursement')
    .option('--since <when>', 'an instant, or how long ago (10m, 2h)', instant(surroundings.now))
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ types, resource, since, limit, cursor }) => {
      const { malipo, printer, signal } = await withConnection(list, surroundings)
      const filters = { types: types?.join(','), resource_id: resource, from: since?.toISOString(), cursor }
      const page = await malipo.events.list({ page_size: limit, ...said(filters) }, { signal })
      const rows = page.items.map(({ timestamp, id, type, resource_id }) => [
        timestamp,
        id,
        type,
        resource_id,
      ])
      printer.result(page, tableOrNone(['at', 'id', 'type', 'about'], rows))
    })

  const get = leaf(events, 'get', {
    summary: 'show one event',
    examples: ['events get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the event').action(async (id: string) => {
    const { malipo, printer, signal } = await withConnection(get, surroundings)
    const event = await malipo.events.get(id, { signal })
    const { data, ...head } = event
    printer.result(event, `${record(head)}\n${JSON.stringify(data, null, 2)}`)
  })
}

/** Types with commas between them, each one that exists. */
export function typesIn(text: string): EventType[] {
  return text.split(',').map((word) => {
    const known = eventTypes.find((type) => type === word.trim())
    if (known === undefined)
      throw new Misuse(`There is no event "${word}". There are:\n  ${eventTypes.join('\n  ')}`)
    return known
  })
}
