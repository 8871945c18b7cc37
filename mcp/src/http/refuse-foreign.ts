import type { IncomingHttpHeaders } from 'node:http'

/** Under which names callers reach the server, and which pages in browsers may. */
export type Neighbours = { hosts: readonly string[]; origins: readonly string[] }

export const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * A page anywhere can make a browser on this machine call a loopback address, by a name of its own that it lets point there. Such
 * a call names the page in `Origin` and its own name in `Host`; programs send no `Origin`. Null when there is nothing to refuse.
 */
export function refuseForeign(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  { hosts, origins }: Neighbours,
): string | null {
  const name = nameOf(host)
  if (name === null || !hosts.includes(name)) {
    return 'This server is not called by this name. Start it with --allow-host if it should be.'
  }
  if (origin !== undefined && !origins.includes(origin)) {
    return 'Pages in browsers may not call this server. Start it with --allow-origin if this one should.'
  }
  return null
}

function nameOf(host: string | undefined): string | null {
  const address = `http://${host}`
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(address)) return null
  return new URL(address).hostname
}
