import { readFile } from 'node:fs/promises'
import { type Environment, environments, taxCodes } from '@malipo/contract'
import { type Known, listBehind, listWithoutReceipt, recoverReceipts } from '../fiscal/fiscal.ts'
import { decodeCsv, rowsFromCsv } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { instantFrom } from '../primitives/instant.ts'
import { minorFromText, textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { type Command, Misuse, needed, type Options, text } from './command.ts'
import { byOperator } from './make-merchant.ts'

const whose = { 'merchant-id': text, environment: text }

/** For whoever restored a database whose receipts the tax authority has counted further than it. */
export const fiscalCommands: Record<string, Command> = {
  'fiscal behind': {
    usage: '[--merchant-id M] [--environment live]',
    purpose:
      'merchants whose fiscal receipts the tax authority has counted further than we know; of one, the payments that have none',
    options: whose,
    async run({ world }, options) {
      if (options['merchant-id'] === undefined) {
        const lanes = await listBehind(world.sql)
        const lines = lanes.map(
          (lane) =>
            `${lane.merchant_id} ${lane.environment} ${lane.merchant_name}: ${lane.last_number} here, ${lane.number_there} there, since ${lane.behind_since.toISOString()}`,
        )
        const shown = lanes.map((lane) => ({ ...lane, ...told(lane, ['last_number', 'number_there']) }))
        return {
          shown: { behind: shown },
          text: lines.join('\n') || 'No count is behind that of the authority.',
        }
      }
      const rows = await listWithoutReceipt(world.sql, ownerFrom(options))
      const shown = rows.map((row) => ({ ...row, amount: textFromMinor(row.amount) }))
      const lines = shown.map(
        ({ collection_id, amount, status, queued_at }) =>
          `${collection_id} ${status} ${amount} paid ${queued_at.toISOString()}`,
      )
      return { shown: { without_receipt: shown }, text: lines.join('\n') || 'Every payment has its receipt.' }
    },
  },
  'fiscal recover': {
    usage: '--merchant-id M --file receipts.csv --note N [--environment live]',
    purpose:
      'write fiscal receipts down that the tax authority has and a restore has forgotten, and let the count go on (docs/fiscal-receipts.md)',
    options: { ...whose, file: text, note: text },
    async run({ world }, options) {
      const [owner, note] = [ownerFrom(options), needed(options, 'note')]
      const receipts = await readReceipts(needed(options, 'file'))
      const recovered = await world.sql.begin((tx) =>
        recoverReceipts(tx, world, { owner, receipts, note, by: byOperator }),
      )
      const { lastNumber, numberThere, withoutPayment } = recovered
      const line = [
        `${receipts.length} receipts are known again, and the count goes on after ${lastNumber}`,
        ...(withoutPayment.length > 0 ? [`without a payment here: ${withoutPayment.join(', ')}`] : []),
        ...(lastNumber < numberThere
          ? [
              `the authority said that it has ${numberThere}: it is asked, and the count stands again if it does`,
            ]
          : []),
      ]
      return {
        shown: {
          recovered: receipts.length,
          last_number: Number(lastNumber),
          without_payment: withoutPayment.map(Number),
        },
        text: line.join('; '),
      }
    },
  },
}

function told<Row>(row: Row, names: (keyof Row)[]) {
  return Object.fromEntries(names.map((name) => [name, Number(row[name])]))
}

function ownerFrom(options: Options): { merchantId: string; environment: Environment } {
  const merchantId = needed(options, 'merchant-id').toLowerCase()
  if (!isId(merchantId)) throw new Misuse('--merchant-id must be a UUID.')
  const environment = environments.find((one) => one === (options.environment ?? 'live'))
  if (environment === undefined) throw new Misuse(`--environment must be one of ${environments.join(', ')}.`)
  return { merchantId, environment }
}

/** More than a merchant sells between two backups; whoever has more does it in parts. */
const mostReceipts = 10_000

async function readReceipts(file: string): Promise<Known[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Misuse(`--file ${file} cannot be read: ${error.code}.`)
  })
  try {
    const rows = rowsFromCsv(decodeCsv(bytes).csv, mostReceipts)
    if (rows.length > mostReceipts) throw new StartRefused(`At most ${mostReceipts} receipts at once.`)
    return rows.map((row, place) => receiptFrom(row, place + 2))
  } catch (error) {
    if (error instanceof Refusal) throw new StartRefused(error.message)
    throw error
  }
}

function receiptFrom(row: Record<string, unknown>, line: number): Known {
  const read = <Value>(
    name: string,
    from: (cell: string) => Value | null | undefined,
    form: string,
  ): Value => {
    const value = from(String(row[name] ?? ''))
    if (value === null || value === undefined)
      throw new StartRefused(`Line ${line}: ${name} must be ${form}.`)
    return value
  }
  const word = (cell: string) => (cell === '' ? null : cell)
  const collection = read(
    'collection_id',
    (cell) => (cell === 'none' || isId(cell) ? cell : null),
    'the id of its payment, or none',
  )
  return {
    number: read('number', (cell) => (/^[1-9]\d{0,14}$/.test(cell) ? BigInt(cell) : null), 'a whole number'),
    at: read('at', instantFrom, 'a time with its zone, like 2026-11-18T12:00:00+03:00'),
    amount: read('amount', positive, 'an amount like 1500.00'),
    taxCode: read(
      'tax_code',
      (cell) => taxCodes.find((code) => code === cell),
      `one of ${taxCodes.join(', ')}`,
    ),
    tax: read('tax', minorFromText, 'an amount like 228.81, or 0.00'),
    verificationCode: read('verification_code', word, 'the code of the receipt'),
    verificationUrl: read(
      'verification_url',
      (cell) => (URL.canParse(cell) ? cell : null),
      'where it can be checked',
    ),
    collectionId: collection === 'none' ? null : collection.toLowerCase(),
  }
}

function positive(cell: string): bigint | null {
  const minor = minorFromText(cell)
  return minor !== null && minor > 0n ? minor : null
}
