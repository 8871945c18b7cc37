import { Command } from 'commander'
import { addApiKeys } from './commands/api-keys.ts'
import { addBatches } from './commands/batches.ts'
import { addCollections } from './commands/collections.ts'
import { addCompletion } from './commands/completion.ts'
import { addControlNumbers } from './commands/control-numbers.ts'
import { addDestinations } from './commands/destinations.ts'
import { addEvents } from './commands/events.ts'
import { addExports } from './commands/exports.ts'
import { addInit } from './commands/init.ts'
import { addInvoices } from './commands/invoices.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addLogs } from './commands/logs.ts'
import { addNetworks } from './commands/networks.ts'
import { addOpen } from './commands/open.ts'
import { addPrivacyRequests } from './commands/privacy-requests.ts'
import { addRecipients } from './commands/recipients.ts'
import { addRefunds } from './commands/refunds.ts'
import { addSandbox } from './commands/sandbox.ts'
import { usualUrl } from './commands/settings.ts'
import { addStatements } from './commands/statements.ts'
import { addTrigger } from './commands/trigger.ts'
import { addWebhookEndpoints } from './commands/webhook-endpoints.ts'
import { addWhoami } from './commands/whoami.ts'
import { addWithdrawals } from './commands/withdrawals.ts'
import { isColourful } from './output/paint.ts'
import type { Surroundings } from './surroundings.ts'
import { version } from './version.ts'

/** As a developer meets them. */
const inOrder = [
  addLogin,
  addInit,
  addListen,
  addTrigger,
  addCollections,
  addInvoices,
  addControlNumbers,
  addWithdrawals,
  addBatches,
  addDestinations,
  addNetworks,
  addRecipients,
  addRefunds,
  addStatements,
  addEvents,
  addWebhookEndpoints,
  addApiKeys,
  addPrivacyRequests,
  addExports,
  addSandbox,
  addLogs,
  addOpen,
  addWhoami,
  addLogout,
  addCompletion,
]

/** The whole tree of commands. What is not here does not exist; completions and help are made of it. */
export function createProgram(surroundings: Surroundings): Command {
  const { stdout, stderr } = surroundings
  const program = new Command('malipo-dev')
    .description(
      'For developers who take payments with Malipo: the sandbox by default, live only when you say so.',
    )
    .version(version, '--version', 'print the version')
    .option('--json', 'print what the service answered, as JSON; one line each where it is a stream')
    .option('--live', 'act on live money instead of the sandbox')
    .option('--url <url>', `where the service is (MALIPO_URL, your login, or ${usualUrl})`)
    .option('--api-key <key>', 'use this key instead of your login (MALIPO_KEY)')
    .option('--merchant <id>', 'act for this merchant (MALIPO_MERCHANT, or your login)')
    .helpOption('--help', 'say how it is used')
    .showHelpAfterError('Say --help to see how it is used.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHasColors: () => isColourful(surroundings),
      getErrHasColors: () => isColourful(surroundings),
    })
    .exitOverride()
  for (const add of inOrder) add(program, surroundings)
  return program
}
