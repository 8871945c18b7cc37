import type { Command } from 'commander'
import { Misuse } from '../failures.ts'
import { listen } from '../listen/listen.ts'
import { readTarget } from '../listen/read-target.ts'
import type { Surroundings } from '../surroundings.ts'
import type { EventType } from '../trigger/event-names.ts'
import { typesIn } from './events.ts'
import { instant, wholeNumber } from './flags.ts'
import { leaf } from './leaf.ts'
import { withConnection } from './with-connection.ts'

type Flags = {
  forwardTo?: string
  events?: EventType[]
  since?: Date
  newSecret?: boolean
  printJson?: boolean
  patience: number
}

export function addListen(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'listen', {
    summary: 'follow events, and hand each to a receiver on this machine',
    description:
      'No tunnel is needed: events are read from the service and handed on in order, signed like real deliveries with a secret of this command, ' +
      'which is shown and stays the same. What happens while it is not running is handed over when it runs again; an event may come a second time, and none is left out. ' +
      'While nobody is at the address the event is kept and tried again; any answer, good or bad, is shown and counts as told.',
    examples: [
      'listen --forward-to http://localhost:3000/events',
      'listen --events collection.success,collection.failed --print-json',
      'listen --forward-to 3000 --since 2h',
    ],
  })
  command
    .option('--forward-to <url>', 'your receiver; a port alone is one on this machine')
    .option('--events <types>', 'only these, with commas between them', typesIn)
    .option(
      '--since <when>',
      'begin there (10m, 2h, an instant) instead of where it was left',
      instant(surroundings.now),
    )
    .option('--print-json', 'show what is in each event')
    .option('--new-secret', 'sign with a new secret from now on')
    .option(
      '--patience <seconds>',
      'how long to try again while nobody is at the address',
      wholeNumber(0, 86_400),
      300,
    )
    .action(async (flags: Flags) => {
      const target = flags.forwardTo === undefined ? undefined : readTarget(flags.forwardTo)
      if (target === undefined && flags.newSecret)
        throw new Misuse('--new-secret needs --forward-to: nothing is signed without it.')
      const connected = await withConnection(command, surroundings)
      const listening = {
        target,
        types: flags.events,
        since: flags.since,
        isNewSecret: flags.newSecret === true,
        showsBodies: flags.printJson === true,
        patienceMs: flags.patience * 1_000,
      }
      await listen(connected, listening).catch((error) => {
        // Ctrl-C is how this is meant to end.
        if (!surroundings.signal.aborted) throw error
      })
    })
}
