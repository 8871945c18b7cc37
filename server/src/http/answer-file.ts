import { Readable } from 'node:stream'
import type { FileType } from '@malipo/contract'
import type { FastifyReply } from 'fastify'
import { patienceMs } from './answer-stream.ts'
import type { FileReply } from './route.ts'

/** What we made ourselves may be shown; what somebody gave us is saved, and opens nothing of ours even where a browser would show it. */
export function answerFile(reply: FastifyReply, usual: FileType, file: FileReply): Buffer | Readable {
  const { name, type = usual } = file
  const isOurs = type !== 'application/octet-stream'
  reply.type(type).header('content-disposition', `${isOurs ? 'inline' : 'attachment'}; filename="${name}"`)
  if (!isOurs)
    reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
  if ('bytes' in file) return file.bytes
  // Whoever reads nothing for so long has forgotten us. What is cut short is seen to be: its last piece never comes.
  reply.raw.setTimeout(patienceMs, () => reply.raw.destroy())
  return Readable.from(file.texts, { objectMode: false })
}
