import type { TaxCode } from '@malipo/contract'

/** Who sells, as an authority knows it. */
export type Device = {
  /** The same for ever for one merchant and environment. Registered twice, it gets the same registration. */
  serial: string
  tin: string
  vrn: string | null
  businessName: string
}

export type Registration = { registrationId: string; receiptCode: string }

/** A sale as it is told to an authority. It names no buyer: an amount that was paid by mobile money needs none. */
export type Sale = Registration & {
  /** From 1 and without gaps for each device. Asked again, it is the same with the same content. */
  number: number
  /** From 1 on each day. */
  dayNumber: number
  /** In Dar es Salaam, and never before that of the number before. */
  day: string
  at: Date
  /** In minor units, with the tax in it. */
  amount: bigint
  tax: bigint
  taxCode: TaxCode
  currency: string
}

/** What ends a day, called a Z report. */
export type DayReport = Registration & {
  day: string
  receipts: number
  /** Null where nothing was sold. */
  firstNumber: number | null
  lastNumber: number | null
  amount: bigint
  tax: bigint
  currency: string
}

/** It was not taken, and will not be: whatever number it had is free. */
type Refused = { kind: 'refused'; reason: string }
/** It may have been taken. Whoever asks again, with the same number and content, learns it. */
type Unknown = { kind: 'unknown'; because: string }

/**
 * There are receipts of this device there that we have forgotten, because our database was restored: the number that was asked for is that of
 * another, or the report leaves some out. Nothing was taken, and every number up to the last is.
 */
type Behind = { kind: 'behind'; lastNumber: number }

export type RegisterAnswer = ({ kind: 'registered' } & Registration) | Refused | Unknown
export type IssueAnswer =
  | { kind: 'issued'; verificationCode: string; verificationUrl: string }
  | Behind
  | Refused
  | Unknown
export type CloseAnswer = { kind: 'closed'; reference: string } | Behind | Refused | Unknown

/**
 * The port to a tax authority, shaped after the virtual fiscal devices of Tanzania: the device counts, the authority takes it down. All three
 * can be asked again and again with the same content, and answer the same. An adapter for one that cannot be looks up before it
 * sends again. No database, no retries, no clock of its own; what it does not understand is `unknown`, never `refused`.
 */
export type Authority = {
  name: string
  register(device: Device, signal: AbortSignal): Promise<RegisterAnswer>
  issue(sale: Sale, signal: AbortSignal): Promise<IssueAnswer>
  closeDay(report: DayReport, signal: AbortSignal): Promise<CloseAnswer>
}
