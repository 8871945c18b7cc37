import { planSpread, prepareSpread } from '../database/database.ts'
import { type Command, flag } from './command.ts'

/** Makes the tables fit to be spread over several nodes by merchant, or tells what that would take. */
export const spreadCommand: Command = {
  usage: '[--prepare]',
  purpose:
    'tell what it takes to spread the tables over several nodes by merchant, as SQL; with --prepare, while the service rests, make the tables fit',
  options: { prepare: flag },
  async run({ world }, options) {
    const { changes, distribution, offences } = options.prepare
      ? await prepareSpread(world.sql)
      : await planSpread(world.sql)
    const lines = [
      `-- ${options.prepare ? 'Done, in one transaction' : 'In one transaction, while the service rests'}: ${changes.length} changes`,
      ...changes.map((change) => `${change};`),
      '-- Then, where the extension citus is',
      ...distribution.map((statement) => `${statement};`),
      `-- ${options.prepare ? 'What is left' : 'What is in the way today'}`,
      ...offences.map(({ rule, told }) => `-- ${rule}: ${told}`),
    ]
    return { shown: { changes, distribution, offences }, text: lines.join('\n') }
  },
}
