import type { Config } from './config.ts'
import type { Clock } from './primitives/clock.ts'
import type { Log } from './telemetry/telemetry.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Loads what makes traces where they are wanted, and nothing of it where they are not. */
export async function openTracing(
  { tracing: settings }: Config,
  { clock, log, version }: { clock: Clock; log: Log; version: string },
): Promise<Tracing | undefined> {
  if (settings === null) return undefined
  const { startTracing } = await import('./tracing/tracing.ts')
  const onError = (err: unknown) => log.warn({ err }, 'traces could not be sent to the collector')
  return startTracing(settings, { clock, version, onError })
}
