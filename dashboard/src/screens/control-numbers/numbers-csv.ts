import type { ControlNumber } from '@malipo/sdk'

const columns = [
  'number',
  'merchant_reference',
  'description',
  'amount',
  'currency',
  'expires_at',
  'id',
] as const

/** Which number each row got, for a spreadsheet. */
export function csvOfNumbers(numbers: readonly ControlNumber[]): string {
  return [columns, ...numbers.map((one) => columns.map((column) => one[column]))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')
}

/** A spreadsheet takes a cell that begins so for a formula, and would run what somebody wrote. */
const formula = /^[=+\-@\t\r]/

function cellOf(value: string | null): string {
  if (value === null) return ''
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const head = 'kind,payment_mode,amount,merchant_reference,description,expires_at'

/** What to fill in: an order, another that is paid in parts, and a customer who pays what they like. */
export const templateOfNumbers = [
  head,
  'ORDER,EXACT,25000,order-1042,Kanga,2099-12-31T23:59:59+03:00',
  'ORDER,PART,180000,order-1043,Sofa,',
  'CUSTOMER,ANY,,pupil-31,Ada ya shule,',
  '',
].join('\r\n')
