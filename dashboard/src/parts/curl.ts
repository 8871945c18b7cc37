/** Another each time, in a shell that has no `uuidgen` too. */
export const freshUuid = '$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)'

export type CurlCall = {
  method: string
  url: string
  headers?: readonly string[]
  /** Headers of our own that hold a variable or a command of the shell, like `$MALIPO_KEY`. Never what somebody else wrote. */
  shellHeaders?: readonly string[]
  body?: string | undefined
}

/** A call as one types it into a shell. Whatever stands in it is quoted: a body that somebody else wrote runs nothing. */
export function curlOf({ method, url, headers = [], shellHeaders = [], body }: CurlCall): string {
  const parts = [
    `curl -s ${method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `}${quoted(url)}`,
  ]
  for (const header of shellHeaders) parts.push(`-H "${header}"`)
  for (const header of headers) parts.push(`-H ${quoted(header)}`)
  if (body !== undefined) parts.push(`-d ${quoted(body)}`)
  return parts.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
