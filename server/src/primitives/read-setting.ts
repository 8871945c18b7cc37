import { minorFromText } from './money.ts'
import { StartRefused } from './start-refused.ts'

/** Settings are texts. What does not fit stops the start with one line that names it. */
export function malformed(name: string, value: string, wanted: string): StartRefused {
  return new StartRefused(`${name} is ${JSON.stringify(value)}, but must be ${wanted}.`)
}

export function oneOf<const T extends readonly string[]>(name: string, value: string, allowed: T): T[number] {
  if (!allowed.includes(value)) throw malformed(name, value, `one of ${allowed.join(', ')}`)
  return value
}

export function onOff(name: string, value: string): boolean {
  return oneOf(name, value, ['on', 'off']) === 'on'
}

export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw malformed(name, value, `a whole number from ${least} to ${most}`)
}

export function amount(name: string, value: string): bigint {
  const minor = minorFromText(value)
  if (minor === null) throw malformed(name, value, 'an amount like 5000000.00')
  return minor
}

export function httpUrl(name: string, value: string): string {
  const url = URL.parse(value)
  const isPlain =
    url &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    !url.search &&
    !url.hash &&
    !url.username
  if (!isPlain) throw malformed(name, value, 'an http or https address like https://pay.example.com')
  return value.replace(/\/+$/, '')
}

/** A key travels with each message, so it goes over https, or stays on this machine. */
export function keySafeUrl(name: string, value: string): string {
  const { protocol, hostname } = new URL(httpUrl(name, value))
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1') return value
  throw malformed(name, value, 'an https address')
}

export function longEnough(name: string, value: string): string {
  if (value.length >= 32) return value
  throw new StartRefused(`${name} must have at least 32 characters. Make one with: openssl rand -base64 48`)
}
