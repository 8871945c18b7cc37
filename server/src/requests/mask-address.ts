import { type Operation, operations, pathParamNames } from '@malipo/contract'
import { maskPlace } from './mask-named.ts'
import { maskText } from './mask-text.ts'

/** What stands for itself in an address and may be written as an escape all the same: letters, digits and the like. */
const needlessEscape = /%(?:2D|2E|5F|7E|3[0-9]|[46][1-9A-F]|[57][0-9A])/gi

/** Where in paths something stands that is hidden by its name, however it looks. */
const places = Object.values<Operation>(operations).flatMap(({ path }) =>
  pathParamNames(path)
    .filter((name) => maskPlace(name, '') !== null)
    .map((name) => {
      const [before = ''] = path.split(`{${name}}`, 1)
      return { name, pattern: new RegExp(`(${before.replaceAll(/\{\w+\}/g, '[^/]+')})([^/]+)`) }
    }),
)

export function maskPath(path: string): string {
  let masked = unescaped(path)
  for (const { name, pattern } of places)
    masked = masked.replace(
      pattern,
      (_all, before: string, value: string) => `${before}${maskPlace(name, value)}`,
    )
  return maskText(masked)
}

/** What follows the question mark. */
export function maskQuery(query: string): string {
  const pairs = unescaped(query)
    .split('&')
    .map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s, 2)
      const masked = value === undefined ? null : maskPlace(name, value)
      return masked === null ? pair : `${name}=${masked}`
    })
  return maskText(pairs.join('&'))
}

function unescaped(text: string): string {
  return text.replaceAll(needlessEscape, (escaped) => decodeURIComponent(escaped))
}
