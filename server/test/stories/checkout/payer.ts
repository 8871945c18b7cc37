import assert from 'node:assert/strict'
import type { Service } from '../../service.ts'
import type { Fields, Shop } from '../money/shop.ts'

/** A page as a payer without scripts gets it. */
export type Seen = {
  /** Where it is, without what is asked of it. */
  path: string
  status: number
  headers: Headers
  text: string
  heading: string
  title: string
  /** Where its forms lead, in order. */
  forms: string[]
}

export type Payer = ReturnType<typeof payerOf>

/** Somebody with a browser that knows no scripts: opens pages, and sends their forms as they are. */
export function payerOf(service: Service, language: 'en' | 'sw' = 'en') {
  async function load(path: string, init: RequestInit = {}): Promise<Seen> {
    const response = await fetch(`${service.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { 'accept-language': language, ...init.headers } as Record<string, string>,
    })
    return seen(response, await response.text(), path)
  }

  async function post(path: string, fields: Record<string, string> | string): Promise<Seen> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
    return await load(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  return {
    load,
    post,
    /** Sends the form of a page, and follows where it leads. */
    async send(path: string, fields: Record<string, string>): Promise<Seen> {
      const page = await load(path)
      const [, attempt = ''] = /name="attempt" value="([^"]*)"/.exec(page.text) ?? []
      const answer = await post(path, { attempt, ...fields })
      assert.equal(answer.status, 303, answer.heading)
      return await load(String(answer.headers.get('location')))
    },
  }
}

function seen(response: Response, text: string, path: string): Seen {
  return {
    path: path.split('?', 1)[0] ?? path,
    status: response.status,
    headers: response.headers,
    text,
    heading: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1] ?? ''),
    title: textOf(/<title>(.*?)<\/title>/s.exec(text)?.[1] ?? ''),
    forms: Array.from(text.matchAll(/<form[^>]* action="([^"]*)"/g), ([, action = '']) => action),
  }
}

/** As people read it: no-break spaces are spaces. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A collection with a page of its own, and the path of that page. */
export async function hostedPage(shop: Shop, body: Fields = {}): Promise<{ id: string; path: string }> {
  const made = await shop.collect(
    '',
    { amount: 25_000, reference: 'Order 1042', description: 'Two bags of rice', ...body },
    { key: shop.liveKey },
  )
  return { id: String(made.collection_id), path: new URL(String(made.payment_url)).pathname }
}
