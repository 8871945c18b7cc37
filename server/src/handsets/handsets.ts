import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerStream, type Gate, goneSignal } from '../http/http.ts'
import { allowPages, chooseLanguage, sendPage, serveFile, wordsIn } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import { subscriberOf } from '../primitives/subscriber.ts'
import type { NetworkPlayer, SimulatedNetwork } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { serveAnswers } from './answer-routes.ts'
import { createGatewayPhones, type PlayedGateway } from './gateway-phones.ts'
import type { Hands } from './hands.ts'
import { createHandsetFeed } from './handset-feed.ts'
import { phonesIn, phonesText, withDialled } from './shown-phones.ts'
import { plainPage, signInPage } from './sign-in-page.ts'
import { simulatorPage, simulatorStyles } from './simulator-page.ts'
import { reachOf, type Visitor, type WhoMay, whoMay } from './who-may.ts'

export type { PlayedGateway } from './gateway-phones.ts'
export { createHands, type Hands } from './hands.ts'

export type HandsetParts = {
  mode: 'development' | 'production'
  /** Its connections are those of the simulated network. */
  world: World
  network: SimulatedNetwork
  player: Pick<NetworkPlayer, 'playOne'>
  gate: Gate
  /** What is played beside this process, once it is there. */
  gateways(): PlayedGateway[]
  hands: Hands
}

/** Phones of the simulated network that anybody can operate in a browser, as far as they may. */
export async function serveHandsets(app: FastifyInstance, parts: HandsetParts): Promise<void> {
  const { world, gate, mode } = parts
  const who = whoMay(mode)
  const gatewayPhones = createGatewayPhones(world, parts.gateways)
  const feed = createHandsetFeed(world, { gatewayPhones, hands: parts.hands })
  await app.register(async (pages) => {
    allowPages(pages, world.baseUrl, { styles: simulatorStyles, scripts: 'own' })
    servePage(pages, who)
    serveAnswers(pages, { ...parts, gatewayPhones }, who)

    pages.get('/simulator/events', async (request, reply) => {
      // It holds numbers, so that no other site may open it in a visitor's name.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('bad_origin')
      const reach = reachOf(who, request)
      const { phones } = request.query as { phones?: unknown }
      const gone = goneSignal(reply, gate)
      const listening = {
        ...{ reach, gone, language: chooseLanguage(request), phones: phonesIn(phones) },
        visitor: visitorOf(request),
      }
      return answerStream(reply, feed.listen(listening), gone)
    })
  })
}

function visitorOf({ principal, ip }: FastifyRequest): string {
  return principal.kind === 'person' ? principal.user.id : subscriberOf(ip)
}

function servePage(pages: FastifyInstance, who: WhoMay): void {
  const file = (name: string) => join(import.meta.dirname, name)
  const script = serveFile(pages, '/simulator.js', file('simulator.js'))
  const signInScript = serveFile(pages, '/simulator-sign-in.js', file('sign-in.js'))

  pages.get('/simulator', async (request, reply) => {
    const language = chooseLanguage(request)
    const visitor = visitorFor(who, request)
    if (visitor === null) {
      return sendPage(request, reply.code(404), plainPage(language, wordsIn(language).checkout.nothingHere))
    }
    if (visitor.may === 'nothing') {
      return visitor.because === 'nobody'
        ? sendPage(request, reply, signInPage(language, signInScript))
        : sendPage(request, reply.code(403), plainPage(language, wordsIn(language).simulator.notYours))
    }
    const { phones: named, dial, at } = request.query as Record<string, unknown>
    const phones = phonesIn(named)
    const place = Number(at ?? 0)
    const dialled = typeof dial === 'string' ? withDialled(phones, place, dial) : phones
    if (typeof dial === 'string' && dialled !== null) {
      const query = new URLSearchParams(request.query as Record<string, string>)
      for (const name of ['dial', 'at']) query.delete(name)
      query.set('phones', phonesText(dialled))
      return reply.redirect(`/simulator?${query}`, 303)
    }
    const wrong = dialled === null ? { at: place, written: String(dial) } : null
    const page = simulatorPage({ visitor, phones, language, wrong, script })
    return sendPage(request, wrong === null ? reply : reply.code(422), page)
  })
}

/** Null where a merchant is named that is not there, or not for them. */
function visitorFor(who: WhoMay, request: FastifyRequest): Visitor | null {
  try {
    return who(request)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
