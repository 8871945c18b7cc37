import { type Database, planSpread, prepareSpread } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { type Command, flag } from './command.ts'

/** Makes the tables fit to be spread over several nodes by merchant, or tells what that would take. */
export const spreadCommand: Command = {
  usage: '[--prepare]',
  purpose:
    'tell what it takes to spread the tables over several nodes by merchant, as SQL; with --prepare, while the service rests, make the tables fit',
  options: { prepare: flag },
  async run({ world }, options) {
    if (options.prepare) await refuseDrawnNumbers(world.sql)
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

/**
 * A control number is typed by people, so it is short, and only a key over all merchants keeps two of them from drawing the same. With the merchant in that key
 * a payer's money could be taken in for another.
 */
async function refuseDrawnNumbers(sql: Database): Promise<void> {
  const given = await sql`select from control_numbers limit 1`
  if (given.count > 0) {
    throw new StartRefused(
      'Control numbers are given out here, and each must stay one merchant’s alone. docs/scale.md tells what has to be built before; nothing was changed.',
    )
  }
}
