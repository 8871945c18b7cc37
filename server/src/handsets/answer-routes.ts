import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import { checkOrigin, validator } from '../http/http.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import {
  changeHandset,
  firstBalance,
  type HandsetChange,
  type NetworkPlayer,
  type SimulatedNetwork,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { GatewayPhones } from './gateway-phones.ts'
import { reachOf, type WhoMay } from './who-may.ts'

export type AnswerParts = {
  world: World
  network: Pick<SimulatedNetwork, 'answerOnHandset'>
  /** Tells of it at once, so that an answered prompt shows without waiting. */
  player: Pick<NetworkPlayer, 'playOne'>
  gatewayPhones: Pick<GatewayPhones, 'answer'>
}

const Phone = Type.String({ pattern: '^255[67][0-9]{8}$', 'x-problem': 'must be a number like 255712345678' })
const exactly = { additionalProperties: false } as const

const Answer = Type.Object(
  {
    phone: Phone,
    reference: Type.String({ pattern: '^[A-Z0-9]{1,64}$', 'x-problem': 'must be a reference of a payment' }),
    answer: Type.Enum(['approve', 'decline']),
    pin: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', 'x-problem': 'must be 4 digits' })),
  },
  exactly,
)

const Knobs = Type.Object(
  {
    phone: Phone,
    empty: Type.Optional(Type.Boolean()),
    signal: Type.Optional(Type.Boolean()),
    slow: Type.Optional(Type.Boolean()),
    alone: Type.Optional(Type.Boolean()),
    scans: Type.Optional(Type.Boolean()),
  },
  exactly,
)

/** Ours are a handful of words. */
const bodyLimit = 2_048

/** What the owner of a phone does: answers what rings, and turns its knobs. Only for our own page. */
export function serveAnswers(pages: FastifyInstance, parts: AnswerParts, who: WhoMay): void {
  const { world, network, player, gatewayPhones } = parts
  const readAnswer = reader(Answer)
  const readKnobs = reader(Knobs)

  pages.post('/simulator/answer', { bodyLimit }, async (request) => {
    checkOrigin(request, world.baseUrl)
    const reach = reachOf(who, request)
    const { phone, reference, answer, pin } = readAnswer(request.body)
    const reaction = { answer, pin }
    const atGateway =
      reach === 'everything' ? await gatewayPhones.answer({ reference, phone }, reaction) : null
    const answered = atGateway ?? (await network.answerOnHandset({ reach, reference, phone }, reaction))
    const { environment, state, reason } = answered
    if (atGateway === null) await player.playOne(environment, reference)
    return { success: true, data: { state, reason } }
  })

  pages.post('/simulator/knobs', { bodyLimit }, async (request) => {
    checkOrigin(request, world.baseUrl)
    const reach = reachOf(who, request)
    const { phone, empty, signal, slow, alone, scans } = readKnobs(request.body)
    const change: HandsetChange = {
      ...(empty !== undefined && { balance: empty ? 0n : firstBalance }),
      ...(signal !== undefined && { hasSignal: !signal }),
      ...(slow !== undefined && { isSlow: slow }),
      ...(alone !== undefined && { answers: !alone }),
      ...(scans !== undefined && { scans }),
    }
    if (!(await changeHandset(world, reach, phone, change))) throw new Refusal('not_found')
    return { success: true, data: { done: true } }
  })
}

function reader<S extends TObject>(schema: S): (body: unknown) => Static<S> {
  const check = validator(schema)
  return (body) => {
    const problems = check(body ?? {})
    if (problems.length > 0) throw invalid(...problems)
    return body as Static<S>
  }
}
