import { Misuse } from '../failures.ts'

export type Target = { url: string; isThisMachine: boolean }

/** An address in full, or what one types in a hurry: `localhost:3000/events`, `3000`. */
export function readTarget(text: string): Target {
  const full = /^\d+$/.test(text)
    ? `http://localhost:${text}`
    : /^\w+:\/\//.test(text)
      ? text
      : `http://${text}`
  if (!URL.canParse(full))
    throw new Misuse(`"${text}" is no address. Say it like http://localhost:3000/events.`)
  const url = new URL(full)
  if (!/^https?:$/.test(url.protocol)) throw new Misuse(`"${text}" must begin with http:// or https://.`)
  if (url.username !== '' || url.password !== '')
    throw new Misuse('An address with a user or a password in it cannot be called.')
  url.hash = ''
  return { url: url.href, isThisMachine: isLoopback(url.hostname) }
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  )
}
