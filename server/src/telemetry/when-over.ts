import type { FastifyReply, FastifyRequest } from 'fastify'

export type OverListener = (request: FastifyRequest, reply: FastifyReply) => void

/** Asks to be told of each request when it is over: when its answer has left, or could not. */
export type WhenOver = (listener: OverListener) => void
