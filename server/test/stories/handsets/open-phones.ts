import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Screens } from '../../../src/handsets/screens.ts'
import { type Reply, request } from '../../service.ts'

export type Screen = Screens['phones'][number]

/** The page with phones as its script uses it: one stream that holds their numbers, and what their owners do. */
export async function openPhones(
  service: { url: string },
  { phones, merchant, cookie = '' }: { phones: string[]; merchant?: string; cookie?: string },
) {
  const query = new URLSearchParams({ phones: phones.join(','), lang: 'en', ...(merchant && { merchant }) })
  // A connection of its own: `fetch` opens another when one is hung up, which asks nothing and is waited for at the end.
  const asked = get(`${service.url}/simulator/events?${query}`, { headers: { cookie }, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  const texts = answer.setEncoding('utf8')[Symbol.asyncIterator]()
  let heard = ''

  /** Waits for a state of the page that is as it should be. */
  async function until(isThere: (screens: Screens) => boolean): Promise<Screens> {
    const deadline = performance.now() + 60_000
    for (;;) {
      const whole = heard.split('\n\n').slice(0, -1)
      heard = heard.slice(whole.join('\n\n').length + (whole.length > 0 ? 2 : 0))
      for (const message of whole) {
        const screens = message.startsWith('data: ') && (JSON.parse(message.slice(6)) as Screens)
        if (screens && isThere(screens)) return screens
      }
      assert.ok(performance.now() < deadline, `the page does not come to it, but says ${heard}`)
      const { value, done } = await texts.next()
      assert.ok(!done, 'the stream ended')
      heard += value
    }
  }

  const post = (path: string, body: unknown): Promise<Reply> =>
    request(`${service.url}/simulator/${path}${merchant ? `?merchant=${merchant}` : ''}`, { body, cookie })

  return {
    until,
    post,
    /** Until one of these phones shows what it should. */
    async shows(isThere: (screen: Screen) => boolean, phone = phones[0]): Promise<Screen> {
      const isIt = (screen: Screen) => screen.phone === phone && isThere(screen)
      const { phones: found } = await until((screens) => screens.phones.some(isIt))
      return found.find(isIt) as Screen
    },
    answer: (reference: unknown, answer: 'approve' | 'decline', pin?: string) =>
      post('answer', { phone: phones[0], reference, answer, ...(pin !== undefined && { pin }) }),
    turn: (knobs: Record<string, boolean>, phone = phones[0]) => post('knobs', { phone, ...knobs }),
    close: () => asked.destroy(),
  }
}
