import { Gauge, Histogram, type Registry } from 'prom-client'

/** Seconds. Providers take their time, and are given fifteen of them. */
const answerBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

type LaneName = { provider: string; environment: string; call: string }
type LaneState = LaneName & { running: number; isOpen: boolean }

/** What goes on between us and the providers: each answer as it comes, and how the lanes stand when it is read. */
export function measureLanes(registers: [Registry], states: () => LaneState[]) {
  const labelNames = ['provider', 'environment', 'call']
  new Gauge({
    name: 'malipo_provider_breaker_open',
    help: '1 while a process asks a provider nothing of this kind, because it does not answer.',
    labelNames,
    aggregator: 'max',
    registers,
    collect() {
      for (const { isOpen, ...lane } of states()) this.set(labelsOf(lane), isOpen ? 1 : 0)
    },
  })
  new Gauge({
    name: 'malipo_provider_calls_running',
    help: 'Calls to providers that are not answered yet.',
    labelNames,
    registers,
    collect() {
      for (const { running, ...lane } of states()) this.set(labelsOf(lane), running)
    },
  })
  const answers = new Histogram({
    name: 'malipo_provider_answer_seconds',
    help: 'Time that providers took, by the kind of their answer; unknown is an answer too.',
    labelNames: [...labelNames, 'kind'],
    buckets: answerBuckets,
    registers,
  })
  return (lane: LaneName, kind: string, tookMs: number) =>
    answers.observe({ ...labelsOf(lane), kind }, tookMs / 1000)
}

function labelsOf({ provider, environment, call }: LaneName) {
  return { provider, environment, call }
}
