import cluster from 'node:cluster'
import type { Metrics } from '../telemetry/telemetry.ts'
import type { FromProcess, FromSupervisor } from './messages.ts'

export type Supervised = {
  /** Whether it tells people that the service is there: one of several does. */
  tells: boolean
  serving(): void
}

type Told = {
  metrics: Metrics
  stop(reason: string): Promise<void>
  /** Takes nobody new in, and ends when whoever is connected has gone. */
  retire(): Promise<void>
}

const alone: Supervised = { tells: true, serving: () => {} }

/** Several processes share their figures and are told to go; one alone is nobody's. */
export function underSupervision({ metrics, stop, retire }: Told): Supervised {
  if (!cluster.isWorker) return alone
  const send = (message: FromProcess) => void process.send?.(message)
  let asked: { resolve(text: string): void }[] = []
  process.on('message', (message: FromSupervisor) => {
    if (message === 'stop') void stop('the supervisor says so')
    else if (message === 'retire') void retire()
    else if (message === 'figures?') void metrics.shown().then((shown) => send({ shown }))
    else if (typeof message === 'object') {
      for (const one of asked) one.resolve(message.figures)
      asked = []
    }
  })
  // Whoever reads the figures reads those of all, whichever process was asked.
  metrics.readWith(
    () =>
      new Promise((resolve) => {
        asked.push({ resolve })
        send('figures wanted')
      }),
  )
  return { tells: process.env.MALIPO_PLACE === 'first', serving: () => send('serving') }
}
