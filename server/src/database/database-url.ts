/** Where a database listens on a Unix socket, in the form that `psql` and `connectDatabase` both understand. */
export type SocketAddress = { folder: string; port: number; user: string; database: string }

export function socketUrl({ folder, port, user, database }: SocketAddress): string {
  const host = encodeURIComponent(folder)
  return `postgres://${encodeURIComponent(user)}@${host}:${port}/${encodeURIComponent(database)}`
}

/** The driver reads neither `postgres://user@%2Ffolder/name` nor `?host=/folder`, which libpq does; so we read them. */
export function socketOfUrl(url: string): SocketAddress | undefined {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  const folder = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname)
  if (!folder.startsWith('/')) return undefined
  const user = decodeURIComponent(parsed.username) || 'postgres'
  return {
    folder,
    port: Number(parsed.searchParams.get('port') ?? (parsed.port || 5432)),
    user,
    database: decodeURIComponent(parsed.pathname.slice(1)) || user,
  }
}

/** The hosts of a URL as URLs of their own, in their order; libpq writes them with commas between. */
export function urlsOfHosts(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url)
  if (parts === null) return [url]
  const [, before, hosts = '', after] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** The same server, another database: for the template and the clones of the tests. */
export function urlOfDatabase(url: string, database: string, user?: string): string {
  const changed = new URL(url)
  if (user !== undefined) changed.username = encodeURIComponent(user)
  changed.pathname = `/${encodeURIComponent(database)}`
  return changed.href
}

/** For log lines: where we are connected, never the password. */
export function describeUrl(url: string): string {
  const socket = socketOfUrl(url)
  if (socket !== undefined) return `database ${socket.database} on the socket in ${socket.folder}`
  const parsed = new URL(url)
  return `database ${decodeURIComponent(parsed.pathname.slice(1))} at ${parsed.host}`
}
