import { Argument, type Command } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import type { Surroundings } from '../surroundings.ts'
import { type EventType, eventTypes } from '../trigger/event-names.ts'
import { fieldsFor, makeHappen, waitForEvent } from '../trigger/trigger-event.ts'
import { pair, wholeNumber } from './flags.ts'
import { leaf } from './leaf.ts'
import { type Connected, withConnection } from './with-connection.ts'

type Flags = { override: Record<string, string>; timeout: number }

export function addTrigger(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'trigger', {
    summary: 'make the real thing happen in the sandbox, so that its event comes',
    description:
      'Nothing is made up: a payment is asked for, declined or paid out in the sandbox, and the event is the one that your account would get. ' +
      'collection.successful comes only where success_event_name of your webhook settings says so, because in the sandbox nothing is paid on a hosted page.',
    examples: ['trigger collection.success', 'trigger disbursement.failed --override amount=5000'],
  })
  command
    .addArgument(new Argument('<event>', 'which event').choices(eventTypes))
    .option('--override <field=value>', 'say a field otherwise; as often as you like', pair, {})
    .option('--timeout <seconds>', 'how long to wait for the event', wholeNumber(1, 600), 60)
    .action(async (type: EventType, { override, timeout }: Flags) => {
      const fields = fieldsFor(type, override)
      const connected = await withConnection(command, surroundings)
      const { malipo, printer, signal, environment } = connected
      if (environment === 'live')
        throw new Misuse('Events are triggered in the sandbox only. Leave --live out.')
      if (type === 'collection.successful') await refuseOtherSpelling(connected)
      const resourceId = await makeHappen(malipo, type, fields, { signal })
      printer.progress(`${resourceId} is made; waiting for ${type} …`)
      const event = await waitForEvent(malipo, { resourceId, type, timeoutMs: timeout * 1_000, signal })
      printer.result(event, `${event.type}  ${event.id}  about ${event.resource_id}`)
    })
}

/** Known before anything is made. */
async function refuseOtherSpelling({ dashboard, signal }: Connected): Promise<void> {
  const { success_event_name: name } = await dashboard().webhooks.getConfig({ signal })
  if (name === 'collection.successful') return
  throw new Trouble(
    'collection.successful cannot come in the sandbox: it is what payments on a hosted page are told by, and those are live.',
    'Trigger collection.success, or set success_event_name to collection.successful in your webhook settings.',
  )
}
