import type { Gateway, Taken, Text } from './gateway.ts'

export type AfricasTalkingSettings = {
  url: string
  username: string
  apiKey: string
  /** A short code or name that is registered there; without one, theirs. */
  sender: string | undefined
}

/** Messages are not urgent, and a gateway that takes longer will not answer any more. */
const answersWithinMs = 15_000

/** Whatever they answer is shorter. */
const longestAnswer = 65_536

/** Their codes for one recipient. */
const taken = new Set([100, 101, 102])
/** A number that is none, a line that takes no messages, somebody who wants none: nothing changes by asking again. */
const refused = new Set([403, 404, 406, 409])

/** https://developers.africastalking.com: one form for each message, answered recipient by recipient. */
export function africasTalking(settings: AfricasTalkingSettings, withinMs = answersWithinMs): Gateway {
  return {
    name: 'africas_talking',
    async send(message) {
      try {
        const response = await fetch(settings.url, {
          method: 'POST',
          headers: { accept: 'application/json', apikey: settings.apiKey },
          body: formOf(settings, message),
          redirect: 'error',
          signal: AbortSignal.timeout(withinMs),
        })
        const text = (await response.text()).slice(0, longestAnswer)
        return response.ok ? read(text) : failed(`answered ${response.status}: ${text.slice(0, 200)}`)
      } catch (error) {
        return failed(error instanceof Error ? error.message : 'cannot be reached')
      }
    },
  }
}

function formOf({ username, sender }: AfricasTalkingSettings, { to, text }: Text): URLSearchParams {
  return new URLSearchParams({
    username,
    to: `+${to}`,
    message: text,
    ...(sender === undefined ? {} : { from: sender }),
  })
}

type Answer = {
  SMSMessageData?: {
    Message?: string
    Recipients?: { statusCode?: number; status?: string; messageId?: string }[]
  }
}

function read(text: string): Taken {
  const answer = parse(text)?.SMSMessageData
  const [recipient] = answer?.Recipients ?? []
  const code = recipient?.statusCode
  const because =
    `${code ?? ''} ${recipient?.status ?? answer?.Message ?? 'an answer that nobody understands'}`.trim()
  if (code !== undefined && taken.has(code)) {
    return { kind: 'taken', reference: recipient?.messageId ?? null }
  }
  return code !== undefined && refused.has(code) ? { kind: 'refused', because } : failed(because)
}

function parse(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function failed(because: string): Taken {
  return { kind: 'failed', because }
}
