import type { Malipo, PrivacyCase } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Misuse, Trouble } from '../failures.ts'
import { record, tableOrNone } from '../output/tables.ts'
import { canAsk, type Surroundings } from '../surroundings.ts'
import { askOn } from './ask.ts'
import { cursorOption, idempotencyOption, limitOption, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { saveFile } from './save-file.ts'
import { type Connected, withConnection } from './with-connection.ts'

type Body = Parameters<Malipo['privacyRequests']['create']>[0]
type Whom = { phone?: string; email?: string; account?: string; customer?: string; idempotencyKey?: string }
type Correction = { newName?: string; newPhone?: string; newEmail?: string }

const statuses = ['OPEN', 'DONE', 'REFUSED', 'SCHEDULED'] as const

export function addPrivacyRequests(program: Command, surroundings: Surroundings): void {
  const requests = branch(program, 'privacy-requests', 'what somebody asks about their personal data')
  addExport(requests, surroundings)
  addCorrect(requests, surroundings)
  addErase(requests, surroundings)
  addReads(requests, surroundings)
}

const about =
  'About whoever has that phone, e-mail, account or customer id in your books, in the sandbox unless you say --live.'

function withWhom(command: Command): Command {
  return command
    .option('--phone <number>', 'theirs')
    .option('--email <email>', 'theirs')
    .option('--account <number>', 'one that you paid out to')
    .option('--customer <id>', 'the saved customer that they are')
    .addOption(idempotencyOption())
}

function whomOf({ phone, email, account, customer }: Whom) {
  const whom = said({ phone, email, account, customer_id: customer })
  if (Object.keys(whom).length === 0)
    throw new Misuse('Say whom it is about: --phone, --email, --account or --customer.')
  return whom
}

async function ask(body: Body, { idempotencyKey }: Whom, connected: Connected): Promise<void> {
  const { dashboard, printer, signal } = connected
  const made = await dashboard().privacyRequests.create(body, { signal, idempotencyKey })
  printer.result(made, record(told(made)))
}

const told = ({ found, ...rest }: PrivacyCase) => ({ ...rest, ...found })

function addExport(requests: Command, surroundings: Surroundings): void {
  const command = leaf(requests, 'export', {
    summary: 'make a file of all that is kept of somebody',
    description: `${about} privacy-requests download saves it once it is DONE.`,
    examples: ['privacy-requests export --phone 255712345678'],
    isForPeople: true,
  })
  withWhom(command).action(async (whom: Whom) => {
    const body = { kind: 'export', ...whomOf(whom) } as const
    await ask(body, whom, await withConnection(command, surroundings))
  })
}

function addCorrect(requests: Command, surroundings: Surroundings): void {
  const command = leaf(requests, 'correct', {
    summary: 'change what your saved customers say of somebody',
    description: about,
    examples: ['privacy-requests correct --phone 255712345678 --new-name "Asha Juma"'],
    isForPeople: true,
  })
  withWhom(command)
    .option('--new-name <name>', 'as it should be')
    .option('--new-phone <number>', 'as it should be')
    .option('--new-email <email>', 'as it should be')
    .action(async ({ newName, newPhone, newEmail, ...whom }: Whom & Correction) => {
      const correction = said({ name: newName, phone: newPhone, email: newEmail })
      const body = { kind: 'correct', ...whomOf(whom), correction } as const
      await ask(body, whom, await withConnection(command, surroundings))
    })
}

function addErase(requests: Command, surroundings: Surroundings): void {
  const command = leaf(requests, 'erase', {
    summary: 'erase somebody, as far as the law lets go of them',
    description: `${about} Saved customers, metadata and descriptions go at once, and for good; who paid or was paid on the day that erases_on tells. With --live it asks first, or needs --yes.`,
    examples: ['privacy-requests erase --phone 255712345678'],
    isForPeople: true,
  })
  withWhom(command)
    .option('--yes', 'do not ask before somebody is erased')
    .action(async ({ yes, ...whom }: Whom & { yes?: true }) => {
      const body = { kind: 'erase', ...whomOf(whom) } as const
      const connected = await withConnection(command, surroundings)
      if (!yes) await confirmErasure(connected)
      await ask(body, whom, connected)
    })
}

/** What the sandbox has is nobody's. */
async function confirmErasure({ environment, surroundings }: Connected): Promise<void> {
  if (environment === 'sandbox') return
  if (!canAsk(surroundings))
    throw new Misuse('This erases somebody for good. Say --yes if nobody can be asked.')
  if (!(await askOn(surroundings).confirm('Erase them for good?', '--yes')))
    throw new Trouble('Nothing was done.')
}

function addReads(requests: Command, surroundings: Surroundings): void {
  const get = leaf(requests, 'get', {
    summary: 'show what became of such a request',
    examples: ['privacy-requests get 01a1ddaa-0000-7000-8000-000000000000'],
    isForPeople: true,
  })
  get.argument('<id>', 'of the request').action(async (id: string) => {
    const { dashboard, printer, signal } = await withConnection(get, surroundings)
    const found = await dashboard().privacyRequests.get(id, { signal })
    printer.result(found, record(told(found)))
  })

  const list = leaf(requests, 'list', {
    summary: 'list what was asked about personal data, newest first',
    examples: ['privacy-requests list --status SCHEDULED'],
    isForPeople: true,
  })
  list
    .addOption(new Option('--status <status>', 'only those in this state').choices(statuses))
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, status, cursor }) => {
      const { dashboard, printer, signal } = await withConnection(list, surroundings)
      const query = { page_size: limit, ...said({ status, cursor }) }
      const page = await dashboard().privacyRequests.list(query, { signal })
      const rows = page.items.map((one) => [
        one.created_at,
        one.id,
        one.kind,
        one.status,
        one.erases_on ?? '',
      ])
      printer.result(page, tableOrNone(['created', 'id', 'kind', 'status', 'erases on'], rows))
    })

  const download = leaf(requests, 'download', {
    summary: 'save what is kept of somebody, within 24 hours',
    description: 'One JSON object on each line.',
    examples: ['privacy-requests download 01a1ddaa-0000-7000-8000-000000000000 --to asha.ndjson'],
    isForPeople: true,
  })
  download
    .argument('<id>', 'of the request')
    .requiredOption('--to <file>', 'where it is saved; a file that is there is left alone')
    .action(async (id: string, { to }: { to: string }) => {
      const { dashboard, printer, signal } = await withConnection(download, surroundings)
      const bytes = await dashboard().privacyRequests.file(id, { signal })
      await saveFile(to, bytes, surroundings)
      printer.result({ file: to, bytes: bytes.length }, `${to}: ${bytes.length} bytes.`)
    })
}
