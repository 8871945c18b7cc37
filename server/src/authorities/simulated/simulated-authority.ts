import { createHash } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { beginningOf } from '../../primitives/instant.ts'
import type { World } from '../../world/world.ts'
import type {
  Authority,
  CloseAnswer,
  DayReport,
  Device,
  IssueAnswer,
  RegisterAnswer,
  Sale,
} from '../authority.ts'
import { type Behaviour, behaviourOf } from './magic.ts'

type Elsewhere = Pick<World, 'sql' | 'clock' | 'baseUrl'>

/** Longer than anybody is used to wait, and shorter than we do. */
const slowMs = 3_000
const refusesLate = 2

/** What it has decided, and how it then behaves. */
type Decided<Answer> = { answer: Answer; behaviour: Behaviour | undefined; asked: number }

/**
 * The authority of the sandbox: strict where a real one is said to be (numbers without gaps, days that never go back, reports that add up), and
 * wrong on demand. It keeps what it was told in tables of its own, so that it remembers what we forget.
 */
export function simulatedAuthority(elsewhere: Elsewhere): Authority {
  const { sql } = elsewhere
  return {
    name: 'simulated',
    register: (device, signal) =>
      behave(
        sql.begin((tx) => register(tx, device)),
        signal,
      ),
    issue: (sale, signal) =>
      behave(
        sql.begin((tx) => issue(tx, elsewhere, sale)),
        signal,
      ),
    closeDay: (report, signal) =>
      behave(
        sql.begin((tx) => close(tx, elsewhere, report)),
        signal,
      ),
  }
}

async function behave<Answer>(
  deciding: Promise<Decided<Answer>>,
  signal: AbortSignal,
): Promise<Answer | { kind: 'unknown'; because: string }> {
  const { answer, behaviour, asked } = await deciding
  if (behaviour === 'silent' && asked === 1) {
    await aborted(signal)
    return { kind: 'unknown', because: 'no answer came in time' }
  }
  if (behaviour === 'late' && asked <= refusesLate) {
    return { kind: 'unknown', because: 'the authority is busy' }
  }
  if (behaviour === 'slow' && asked === 1) await new Promise((resolve) => setTimeout(resolve, slowMs))
  return answer
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

const digest = (...parts: unknown[]) => createHash('sha256').update(parts.join('\n')).digest('hex')

async function register(tx: Transaction, { serial, tin }: Device): Promise<Decided<RegisterAnswer>> {
  const behaviour = behaviourOf.registration(tin)
  const code = digest('device', serial).toUpperCase()
  const [registrationId, receiptCode] = [`SIM${code.slice(0, 12)}`, code.slice(12, 22)]
  if (behaviour === 'refuses') {
    return {
      answer: { kind: 'refused', reason: `No taxpayer has the TIN ${tin}.` },
      behaviour,
      asked: 1,
    }
  }
  const [device] = await tx<{ asked: number }[]>`
    insert into simulated_fiscal_devices (registration_id, serial, tin, receipt_code, asked)
    values (${registrationId}, ${serial}, ${tin}, ${receiptCode}, 1)
    on conflict (registration_id) do update
    set tin = excluded.tin, asked = case when simulated_fiscal_devices.tin = excluded.tin then simulated_fiscal_devices.asked + 1 else 1 end
    returning asked`
  return {
    answer: { kind: 'registered', registrationId, receiptCode },
    behaviour,
    asked: device?.asked ?? 1,
  }
}

/** Whoever asks has forgotten what it has told before. */
const behind = ({ last_number: last }: DeviceRow) => ({
  ...{ answer: { kind: 'behind' as const, lastNumber: Number(last) }, behaviour: undefined, asked: 1 },
})

type DeviceRow = { tin: string; receipt_code: string; last_number: bigint; last_day: string | null }

async function lockDevice(tx: Transaction, registrationId: string): Promise<DeviceRow | undefined> {
  const [device] = await tx<DeviceRow[]>`
    select tin, receipt_code, last_number, last_day::text as last_day from simulated_fiscal_devices
    where registration_id = ${registrationId} for update`
  return device
}

async function issue(
  tx: Transaction,
  { clock, baseUrl }: Elsewhere,
  sale: Sale,
): Promise<Decided<IssueAnswer>> {
  const { registrationId, number, day, amount } = sale
  const behaviour = behaviourOf.amount(amount)
  const refuse = (reason: string): Decided<IssueAnswer> => ({
    answer: { kind: 'refused', reason },
    behaviour: undefined,
    asked: 1,
  })
  const device = await lockDevice(tx, registrationId)
  if (device === undefined) return refuse('The device is not registered.')
  const code = `${device.receipt_code}${number}`
  const content = digest(number, sale.dayNumber, day, sale.at.toISOString(), amount, sale.tax, sale.taxCode)
  const [known] = await tx<{ content: string; is_taken: boolean; asked: number }[]>`
    select content, is_taken, asked from simulated_fiscal_receipts where registration_id = ${registrationId} and number = ${number}`
  if (known?.is_taken && known.content !== content) {
    return behind(device)
  }
  if (!known?.is_taken) {
    const next = device.last_number + 1n
    if (BigInt(number) !== next) return refuse(`Number ${number} is not the next one, which is ${next}.`)
    const reason = await whyNot(tx, registrationId, device, sale)
    if (reason !== null) return refuse(reason)
  }
  const asked = (known?.asked ?? 0) + 1
  const isTaken = behaviour !== 'late' || asked > refusesLate
  await tx`
    insert into simulated_fiscal_receipts (registration_id, number, content, day, amount, verification_code, is_taken, asked, created_at)
    values (${registrationId}, ${number}, ${content}, ${day}, ${amount}, ${code}, ${isTaken}, 1, ${clock.now()})
    on conflict (registration_id, number) do update
    set content = excluded.content, day = excluded.day, amount = excluded.amount, is_taken = excluded.is_taken, asked = ${asked}`
  if (isTaken && !known?.is_taken) {
    await tx`
      update simulated_fiscal_devices set last_number = ${number}, last_day = ${day} where registration_id = ${registrationId}`
  }
  const answer = {
    kind: 'issued' as const,
    verificationCode: code,
    verificationUrl: `${baseUrl}/sandbox/verify/${code}`,
  }
  return { answer, behaviour, asked }
}

async function whyNot(
  tx: Transaction,
  registrationId: string,
  device: DeviceRow,
  { day, amount, at }: Sale,
): Promise<string | null> {
  if (behaviourOf.amount(amount) === 'refuses') return 'The receipt was rejected: its tax code is not yours.'
  if (device.last_day !== null && day < device.last_day) return `The day ${day} is before ${device.last_day}.`
  const closed =
    await tx`select from simulated_fiscal_days where registration_id = ${registrationId} and day = ${day}`
  if (closed.count > 0) return `The day ${day} is closed.`
  const begins = beginningOf(day)
  return begins === null || at < begins ? `The time of the receipt is not of ${day}.` : null
}

async function close(
  tx: Transaction,
  { clock }: Elsewhere,
  report: DayReport,
): Promise<Decided<CloseAnswer>> {
  const { registrationId, day } = report
  const device = await lockDevice(tx, registrationId)
  const behaviour = behaviourOf.closing(device?.tin ?? '')
  const refuse = (reason: string): Decided<CloseAnswer> => ({
    answer: { kind: 'refused', reason },
    behaviour: undefined,
    asked: 1,
  })
  if (device === undefined) return refuse('The device is not registered.')
  if (behaviour === 'refuses') return refuse('The report was rejected.')
  const content = digest(day, report.receipts, report.firstNumber, report.lastNumber, report.amount)
  const [known] = await tx<{ content: string }[]>`
    select content from simulated_fiscal_days where registration_id = ${registrationId} and day = ${day}`
  const [sold] = await tx<{ receipts: bigint; amount: bigint }[]>`
    select count(*) as receipts, coalesce(sum(amount), 0)::bigint as amount from simulated_fiscal_receipts
    where registration_id = ${registrationId} and day = ${day} and is_taken`
  if (sold && sold.receipts > BigInt(report.receipts)) return behind(device)
  if (known && known.content !== content) return refuse(`The day ${day} was closed with other figures.`)
  if (sold?.receipts !== BigInt(report.receipts) || sold.amount !== report.amount) {
    return refuse(`The report of ${day} is not the sum of its receipts.`)
  }
  const [row] = await tx<{ asked: number }[]>`
    insert into simulated_fiscal_days (registration_id, day, content, asked, created_at)
    values (${registrationId}, ${day}, ${content}, 1, ${clock.now()})
    on conflict (registration_id, day) do update set asked = simulated_fiscal_days.asked + 1 returning asked`
  return {
    answer: { kind: 'closed', reference: `Z${day.replaceAll('-', '')}` },
    behaviour,
    asked: row?.asked ?? 1,
  }
}
