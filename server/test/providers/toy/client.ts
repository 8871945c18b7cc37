import type { Exchange } from '../../../src/providers/providers.ts'
import { signatureHeader, signRequest } from './sign.ts'

export type ToySettings = { url: string; key: string }

/** What came back, as far as it can be read: null is an answer that is none. */
export type ToyAnswer = { fields: Record<string, unknown> | null; because: string; exchange: Exchange }

type Asked = { path: string; form?: Record<string, string> }

/** One call, signed, for as long as its signal lasts. Whatever goes wrong on the way is told, not thrown. */
export async function callToy(
  { url, key }: ToySettings,
  { path, form }: Asked,
  signal: AbortSignal,
): Promise<ToyAnswer> {
  const body = form === undefined ? '' : new URLSearchParams(form).toString()
  const method = form === undefined ? 'GET' : 'POST'
  const request = { method, path, headers: { [signatureHeader]: '****' }, body: form ?? null }
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      signal,
      headers: {
        [signatureHeader]: signRequest(key, path, body),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body }),
    })
    const text = await response.text()
    const { status } = response
    const fields = status === 200 ? fieldsOf(text) : null
    return {
      fields,
      because: `The gateway answered ${status}, and not in its own words.`,
      exchange: { request, response: { status, body: fields } },
    }
  } catch (error) {
    const because = `The gateway was not reached: ${String(error)}`
    return { fields: null, because, exchange: { request, response: { error: because } } }
  }
}

function fieldsOf(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text)
    return read !== null && typeof read === 'object' ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}
