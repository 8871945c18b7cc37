import { isIP } from 'node:net'

// The first that fits: each of them also calls itself what stands below it.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Enough of what a program says about itself for a person to know their own devices by. Null where it tells nothing. */
export function nameDevice(userAgent: string): string | null {
  const named = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} on ${system}`
  const [program] = /^[\w.-]{1,40}/.exec(userAgent) ?? []
  return browser ?? system ?? program ?? null
}

/** The part of an address that tells the place or the network, and not the line. */
export function shortenAddress(address: string): string | null {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 2).join('.')}.…`
  if (isIP(address) !== 6) return null
  const groups = address.split('::', 1)[0]?.split(':').slice(0, 3) ?? []
  return `${groups.filter((group) => group !== '').join(':')}:…`
}
