import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Cookies that the sign-in library signed with an earlier key, signed with the present one: so nobody is signed out because the
 * installation's secret was changed. What no key of ours has signed stays as it is, and is refused by the library.
 */
export function signedAnew(cookies: string, present: string, earlier: readonly string[]): string {
  if (earlier.length === 0) return cookies
  return cookies
    .split('; ')
    .map((cookie) => {
      const equals = cookie.indexOf('=')
      const value = decoded(cookie.slice(equals + 1))
      const dot = value?.lastIndexOf('.') ?? -1
      if (value === null || dot < 1) return cookie
      const [text, signature] = [value.slice(0, dot), value.slice(dot + 1)]
      if (!earlier.some((key) => isSame(signature, signatureOf(text, key)))) return cookie
      return `${cookie.slice(0, equals)}=${encodeURIComponent(`${text}.${signatureOf(text, present)}`)}`
    })
    .join('; ')
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
