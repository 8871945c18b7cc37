import { fieldsOf } from './codes.ts'
import { type Reply, sendTo } from './send-to.ts'

/** One that holds, or what they said instead of giving one. */
export type Token = { kind: 'token'; token: string } | { kind: 'none'; reply: Reply }

/** The token that all calls share. */
export type Tokens = {
  current(): Promise<Token>
  /** They took this one no longer; whoever asks next gets another. */
  drop(token: string): void
}

/** Nobody else's patience ends it, because others wait for it too. */
const tokenWithinMs = 10_000

/**
 * Fetched when it is first needed and when one is dropped, once for all who wait. A token lives for an hour, or until the
 * account's checksum is switched on or off; they say so with 401, which is surer than a clock.
 */
export function fetchTokens(account: { url: string; clientId: string; apiKey: string }): Tokens {
  let fetching: Promise<Token> | null = null
  let held: string | null = null
  async function fetchOne(): Promise<Token> {
    const reply = await sendTo(
      `${account.url}/generate-token`,
      { method: 'POST', headers: { 'client-id': account.clientId, 'api-key': account.apiKey } },
      AbortSignal.timeout(tokenWithinMs),
    )
    const token = reply.status === 200 || reply.status === 201 ? fieldsOf(reply.body)?.token : undefined
    if (typeof token !== 'string' || !/^[\x21-\x7e]+( [\x21-\x7e]+)?$/.test(token)) {
      return { kind: 'none', reply }
    }
    held = withBearer(token)
    return { kind: 'token', token: held }
  }
  return {
    async current() {
      if (held !== null) return { kind: 'token', token: held }
      fetching ??= fetchOne().finally(() => {
        fetching = null
      })
      return await fetching
    },
    drop(token) {
      if (held === token) held = null
    },
  }
}

/** DOC: what they call the token is the whole header. Should that ever change, the word is put before it. */
function withBearer(token: string): string {
  return /^Bearer /i.test(token) ? token : `Bearer ${token}`
}
