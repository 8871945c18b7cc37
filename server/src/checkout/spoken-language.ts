import type { FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../pages/pages.ts'
import type { Shop } from './shop.ts'

/** The language of a page, and what its own links carry so that whoever has asked for one keeps it. */
export type Spoken = { language: Language; suffix: string }

/** Whoever asks for none is spoken to as their browser wishes, or as the shop does. */
export function spokenTo(request: FastifyRequest, shop: Pick<Shop, 'language'>): Spoken {
  const language = chooseLanguage(request, shop.language ?? 'sw')
  const isAsked = (request.query as { lang?: unknown }).lang === language
  return { language, suffix: isAsked ? `?lang=${language}` : '' }
}
