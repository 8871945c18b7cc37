import type { Recipient } from '@malipo/sdk'
import type { Command } from 'commander'
import { paintStatus } from '../output/paint.ts'
import type { Printer } from '../output/printer.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { lookUpOption, type MethodName, methodNames, methodOption } from './destination-flags.ts'
import { cursorOption, limitOption, metadataOption, pair, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { type Connected, personFirst, withConnection } from './with-connection.ts'

type Wish = {
  method: MethodName
  code: string
  to: string
  name: string
  bankName?: string
  bankAccountName?: string
  lookUp?: string
  metadata?: Record<string, string>
}

const callsOf = (connected: Connected) => personFirst(connected).recipients

export function addRecipients(program: Command, surroundings: Surroundings): void {
  const recipients = branch(program, 'recipients', 'whom you pay, saved under an id')
  addSave(recipients, surroundings)
  addReads(recipients, surroundings)
  addBlocking(recipients, surroundings)
  addRemove(recipients, surroundings)
}

const shown = (one: Recipient, { paint }: Printer) => ({ ...one, status: paintStatus(paint, one.status) })

function addSave(recipients: Command, surroundings: Surroundings): void {
  const command = leaf(recipients, 'save', {
    summary: 'save a recipient, who cools before money to them is approved',
    description:
      'The same destination again is the first one. The owners of the merchant get a mail about each.',
    examples: ['recipients save --code MPESA --to 255700000101 --name "Asha Juma"'],
  })
  command
    .addOption(methodOption())
    .requiredOption(
      '--code <code>',
      'the network or bank, like MPESA or CRDB (GET /v1/destinations has them)',
    )
    .requiredOption('--to <number>', 'phone or account number')
    .requiredOption('--name <name>', 'of the recipient')
    .option('--bank-name <name>', 'of the bank, for bank accounts')
    .option('--bank-account-name <name>', 'in whose name the account is')
    .addOption(lookUpOption())
    .addOption(metadataOption())
    .action(async (wish: Wish) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const { bankName: bank_name, bankAccountName: bank_account_name, lookUp, metadata } = wish
      const saved = await callsOf(connected).create(
        {
          method: methodNames[wish.method],
          destination_code: wish.code,
          destination_identifier: wish.to,
          destination_name: wish.name,
          ...said({ bank_name, bank_account_name, look_up_id: lookUp, metadata }),
        },
        { signal },
      )
      printer.result(saved, record(shown(saved, printer)))
    })
}

function addReads(recipients: Command, surroundings: Surroundings): void {
  const get = leaf(recipients, 'get', {
    summary: 'show one recipient',
    examples: ['recipients get 01a1ddaa-0000-7000-8000-000000000000'],
  })
  get.argument('<id>', 'of the recipient').action(async (id: string) => {
    const connected = await withConnection(get, surroundings)
    const { printer, signal } = connected
    const found = await callsOf(connected).get(id, { signal })
    printer.result(found, record(shown(found, printer)))
  })

  const list = leaf(recipients, 'list', {
    summary: 'list saved recipients, newest first',
    examples: ['recipients list --to 255700000101'],
  })
  list
    .option('--to <number>', 'only those with this phone or account number')
    .option('--metadata <key=value>', 'only those that have this; up to three', pair)
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, to, metadata, cursor }) => {
      const connected = await withConnection(list, surroundings)
      const { printer, signal } = connected
      const query = { page_size: limit, ...said({ destination_identifier: to, metadata, cursor }) }
      const page = await callsOf(connected).list(query, { signal })
      const rows = page.items.map((one) => [
        one.id,
        paintStatus(printer.paint, one.status),
        one.usable_from,
        `${one.destination_code} ${one.destination_identifier}`,
        one.destination_name,
      ])
      printer.result(page, tableOrNone(['id', 'status', 'usable from', 'to', 'name'], rows))
    })
}

function addBlocking(recipients: Command, surroundings: Surroundings): void {
  const ways = [
    ['block', true, 'let nothing be paid to a recipient'],
    ['unblock', false, 'let a recipient be paid again, once it has cooled anew'],
  ] as const
  for (const [verb, blocked, summary] of ways) {
    const command = leaf(recipients, verb, {
      summary,
      examples: [`recipients ${verb} 01a1ddaa-0000-7000-8000-000000000000`],
    })
    command.argument('<id>', 'of the recipient').action(async (id: string) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const changed = await callsOf(connected).update(id, { blocked }, { signal })
      printer.result(changed, `${changed.id} is ${paintStatus(printer.paint, changed.status)}.`)
    })
  }
}

function addRemove(recipients: Command, surroundings: Surroundings): void {
  const command = leaf(recipients, 'remove', {
    summary: 'remove a saved recipient',
    description: 'What waits for approval to it can no longer be approved.',
    examples: ['recipients remove 01a1ddaa-0000-7000-8000-000000000000'],
  })
  command.argument('<id>', 'of the recipient').action(async (id: string) => {
    const connected = await withConnection(command, surroundings)
    const gone = await callsOf(connected).remove(id, { signal: connected.signal })
    connected.printer.result(gone, `${id} is removed.`)
  })
}
