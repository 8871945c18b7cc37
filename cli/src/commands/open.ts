import { spawn } from 'node:child_process'
import { Argument, type Command } from 'commander'
import { readLogin } from '../keeping/login.ts'
import { canAsk, type Surroundings } from '../surroundings.ts'
import { leaf } from './leaf.ts'
import { settingsOf } from './settings.ts'

const places = { docs: '/docs', reference: '/docs/reference', phones: '/simulator', dashboard: '/' } as const
type Place = keyof typeof places

export function addOpen(program: Command, surroundings: Surroundings): void {
  const command = leaf(program, 'open', {
    summary: 'open the documentation, the simulated phones or the dashboard',
    description: 'Prints the address, and opens it in a browser when a person is watching.',
    examples: ['open docs', 'open phones'],
  })
  command
    .addArgument(new Argument('<place>', 'what to open').choices(Object.keys(places)))
    .action(async (place: Place) => {
      const { printer, url, isUrlGiven } = settingsOf(command, surroundings)
      const login = isUrlGiven ? undefined : await readLogin(surroundings)
      const address = `${login?.url ?? url}${places[place]}`
      printer.result({ url: address }, address)
      if (canAsk(surroundings) && !printer.json) openInBrowser(address)
    })
}

/** Whoever has no browser here still has the address. */
function openInBrowser(address: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const opening = spawn(program, [address], { stdio: 'ignore', detached: true })
  opening.on('error', () => {})
  opening.unref()
}
