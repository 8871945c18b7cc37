/** The cookies of a session where no browser keeps them. */
export type CookieJar = {
  /** As the header Cookie has them; empty where there are none. */
  header(): string
  /** Takes over what an answer sets or takes away. */
  keep(headers: Headers): void
}

export function createCookieJar(session = ''): CookieJar {
  const cookies = new Map(session.split(/;\s*/).filter(Boolean).map(nameAndValue))
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(headers) {
      // In browsers there are none to be seen: they keep cookies themselves.
      for (const line of headers.getSetCookie?.() ?? []) {
        const [pair = '', ...attributes] = line.split(/;\s*/)
        const [name, value] = nameAndValue(pair)
        const isGone = value === '' || attributes.some((one) => /^max-age=(0|-\d+)$/i.test(one))
        if (isGone) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
  }
}

function nameAndValue(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
