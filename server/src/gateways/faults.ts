/** What may go wrong with an answer. Those named `after` have taken in what they were asked for, and only the answer suffers. */
export const answerFaults = [
  'outage',
  'silent_before',
  'silent_after',
  'error_before',
  'error_after',
  'ambiguous_before',
  'ambiguous_after',
  'address_refused',
  'clock_skew',
  'garbage',
  'slow',
  'huge',
  'truncated',
] as const
export type AnswerFault = (typeof answerFaults)[number]

/** What may go wrong with news of an end. */
export const callbackFaults = [
  'callback_lost',
  'callback_late',
  'callback_twice',
  'callback_unsigned',
  'callback_signed',
] as const

/** What may go wrong with an end: money that came is taken back, it comes minutes later, or nobody ever hears of one. */
export const endFaults = ['reversed', 'ends_late', 'never_ends'] as const

const generalFaults: readonly string[] = [...answerFaults, ...callbackFaults, ...endFaults]

/** A fault that is switched on: for one call or all (`*`), for a share of them, for so many or until it is switched off. */
export type Fault = { fault: string; on: string; share: number; times: number | null }

export type Switchboard = {
  list(): Fault[]
  /** Answers what is wrong with the wish, or null when it is switched on. */
  add(wish: Record<string, unknown>): string | null
  clear(): void
  /** The first of these faults that strikes this call. One that strikes so many times is used up by it. */
  draw<Kind extends string>(call: string, among: readonly Kind[]): Kind | null
}

/** The faults of a gateway: the general ones, and those that only its dialect knows. */
export function createSwitchboard(options: {
  chance(): number
  calls: readonly string[]
  ownFaults: readonly string[]
}): Switchboard {
  const kinds = [...generalFaults, ...options.ownFaults]
  let faults: Fault[] = []
  return {
    list: () => faults.map((fault) => ({ ...fault })),
    add({ fault, on = '*', share = 1, times = null, ...rest }) {
      const unknown = Object.keys(rest)
      if (unknown.length > 0) return `${unknown.join(', ')} says nothing here; use fault, on, share and times`
      if (!isOneOf(kinds, fault)) return `fault must be one of ${kinds.join(', ')}`
      if (!isOneOf(['*', ...options.calls], on)) return `on must be * or one of ${options.calls.join(', ')}`
      if (typeof share !== 'number' || !(share > 0 && share <= 1))
        return 'share must be above 0 and at most 1'
      if (times !== null && !(Number.isInteger(times) && Number(times) > 0))
        return 'times must be a whole number above 0, or null'
      faults.push({ fault, on, share, times: times as number | null })
      return null
    },
    clear() {
      faults = []
    },
    draw(call, among) {
      for (const fault of faults) {
        const kind = among.find((one) => one === fault.fault)
        if (kind === undefined || (fault.on !== '*' && fault.on !== call)) continue
        if (options.chance() >= fault.share) continue
        if (fault.times !== null) fault.times -= 1
        faults = faults.filter(({ times }) => times !== 0)
        return kind
      }
      return null
    },
  }
}

function isOneOf(known: readonly string[], word: unknown): word is string {
  return typeof word === 'string' && known.includes(word)
}
