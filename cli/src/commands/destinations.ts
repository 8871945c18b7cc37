import type { Command } from 'commander'
import { record } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MethodName, methodNames, methodOption } from './destination-flags.ts'
import { said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

type Wish = { method: MethodName; code: string; to: string; name?: string }

const callsOf = (connected: Connected) => personFirst(connected).destinations

export function addDestinations(program: Command, surroundings: Surroundings): void {
  const destinations = branch(program, 'destinations', 'where money can go, and whose number it is')
  const command = leaf(destinations, 'look-up', {
    summary: 'see whose number or account it is, before money is sent there',
    description:
      'Asks the provider that would pay there; moves and reserves nothing. Give the look_up_id to withdrawals submit or recipients save within 24 hours, and whoever decides sees what was found.',
    examples: ['destinations look-up --code MPESA --to 255700000101 --name "Asha Juma"'],
  })
  command
    .addOption(methodOption())
    .requiredOption(
      '--code <code>',
      'the network or bank, like MPESA or CRDB (GET /v1/destinations has them)',
    )
    .requiredOption('--to <number>', 'phone or account number')
    .option('--name <name>', 'compared with the name that it is registered under')
    .action(async ({ method, code, to, name }: Wish) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const place = { destination_code: code, destination_identifier: to, ...said({ name }) }
      const found = await callsOf(connected).lookUp({ method: methodNames[method], ...place }, { signal })
      printer.result(found, record({ ...found }))
    })
}
