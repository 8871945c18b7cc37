import type { Network, NetworkLimits } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import type { Paint } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { type MethodName, methodNames } from './destination-flags.ts'
import { said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

export const directions = ['collections', 'payouts', 'refunds'] as const
export type Direction = (typeof directions)[number]

const callsOf = (connected: Connected) => personFirst(connected).networks

export function addNetworks(program: Command, surroundings: Surroundings): void {
  const networks = branch(program, 'networks', 'what networks and banks take, and how they do')
  addList(networks, surroundings)
  addPredict(networks, surroundings)
}

function addList(networks: Command, surroundings: Surroundings): void {
  const list = leaf(networks, 'list', {
    summary: 'list networks and banks with their limits and how they do now',
    description:
      'As it holds for you: by the providers that carry your payments, and the caps of your key. Directions that are alike share a line. An empty "from" or "to" is no limit, and a column with nothing in it is left out; --json has everything.',
    examples: ['networks list --method mobile-money', 'networks list --direction payouts'],
  })
  list
    .addOption(new Option('--method <method>', 'only those').choices(Object.keys(methodNames)))
    .addOption(new Option('--direction <direction>', 'only the limits of these').choices(directions))
    .action(async ({ method, direction }: { method?: MethodName; direction?: Direction }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const query = said({ method: method && methodNames[method] })
      const page = await callsOf(connected).list(query, { signal })
      const shown = directions.filter((one) => direction === undefined || one === direction)
      printer.result(page, networkTable(page.items, shown, printer))
    })
}

/** The least and the most that can be asked for at all. A network that takes both, as in the sandbox, has no limit of its own. */
const [leastEver, mostEver] = ['0.01', '9999999999999.99']

const headings = ['code', 'for', 'status', 'from', 'to', 'hours', 'name']

/** A line for the directions of a network that are alike in all that is shown of them; a column of which no line says anything is left out. */
export function networkTable(networks: Network[], ways: readonly Direction[], { paint }: Printer): string {
  const rows = networks.flatMap((one) => {
    const alike = Map.groupBy(
      ways.flatMap((way) => (one[way] === null ? [] : [{ way, limits: one[way] }])),
      ({ limits }) => JSON.stringify(cellsOf(limits, paint)),
    )
    return [...alike.values()].map((some) => {
      const [status = '', ...bounds] = some[0] ? cellsOf(some[0].limits, paint) : []
      return [one.destination_code, some.map(({ way }) => way).join(', '), status, ...bounds, one.name]
    })
  })
  const isSaid = headings.map((_, column) => rows.some((row) => row[column] !== ''))
  const shown = (cells: string[]) => cells.filter((_, column) => isSaid[column])
  return tableOrNone(shown(headings), rows.map(shown))
}

/** A bound that every amount keeps is none; as it came it is in what `--json` prints. */
function cellsOf(limits: NetworkLimits, paint: Paint): string[] {
  const { min_amount: least, max_amount: most, hours } = limits
  return [
    paintState(limits, paint),
    least === leastEver ? '' : least,
    most === mostEver ? '' : most,
    hours === null ? '' : `${hours.from}–${hours.to}`,
  ]
}

function paintState({ status }: NetworkLimits, paint: Paint): string {
  if (status === 'down') return paint.red(status)
  return status === 'up' ? paint.green(status) : paint.yellow(status)
}

function addPredict(networks: Command, surroundings: Surroundings): void {
  const predict = leaf(networks, 'predict', {
    summary: 'guess the network of a number',
    description:
      'By whom the number was first given out. Numbers are ported, so it is a hint. Nobody is asked.',
    examples: ['networks predict 255712345678'],
  })
  predict.argument('<phone>', 'the number').action(async (phone: string) => {
    const connected = await withConnection(predict, surroundings)
    const { printer, signal } = connected
    const guess = await callsOf(connected).predict({ phone }, { signal })
    printer.result(guess, record({ ...guess, destination_code: guess.destination_code ?? 'unknown' }))
  })
}
