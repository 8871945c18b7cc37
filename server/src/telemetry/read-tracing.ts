import { httpUrl, malformed, oneOf } from '../primitives/read-setting.ts'
import { StartRefused } from '../primitives/start-refused.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Where traces go and which are kept, as the variables of OpenTelemetry say it. */
export type TracingSettings = {
  url: string
  headers: Record<string, string>
  serviceName: string
  resource: Record<string, string>
  /** Of those that nobody has decided about before us. */
  ratio: number
  /** Whether a caller's decision is ours too. */
  followsParent: boolean
}

type Given = (name: string) => string | undefined

/** Null where no traces are wanted, which is so until somebody says where they should go. */
export function readTracing(given: Given): TracingSettings | null {
  if (oneOf('OTEL_SDK_DISABLED', given('OTEL_SDK_DISABLED') ?? 'false', ['true', 'false']) === 'true')
    return null
  if (oneOf('OTEL_TRACES_EXPORTER', given('OTEL_TRACES_EXPORTER') ?? 'otlp', ['otlp', 'none']) === 'none')
    return null
  const url = endpoint(given)
  if (url === null) return null
  refuseOtherProtocols(given)
  const sampler = oneOf(
    'OTEL_TRACES_SAMPLER',
    given('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    samplers,
  )
  return {
    url,
    headers: {
      ...pairs('OTEL_EXPORTER_OTLP_HEADERS', given),
      ...pairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS', given),
    },
    serviceName: serviceName(given('OTEL_SERVICE_NAME') ?? 'malipo'),
    resource: pairs('OTEL_RESOURCE_ATTRIBUTES', given),
    ratio: ratioOf(sampler, given('OTEL_TRACES_SAMPLER_ARG')),
    followsParent: sampler.startsWith('parentbased_'),
  }
}

/** The general address is that of the collector; the one for traces is taken as it is. */
function endpoint(given: Given): string | null {
  const [general, own] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const ownUrl = given(own as string)
  if (ownUrl !== undefined) return httpUrl(own as string, ownUrl)
  const url = given(general as string)
  return url === undefined ? null : `${httpUrl(general as string, url)}/v1/traces`
}

const protocols = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']

function refuseOtherProtocols(given: Given): void {
  for (const name of protocols) {
    const value = given(name) ?? 'http/json'
    if (value !== 'http/json')
      throw malformed(name, value, 'http/json, which collectors take at the same port as http/protobuf')
  }
}

function ratioOf(sampler: (typeof samplers)[number], text: string | undefined): number {
  if (!sampler.endsWith('traceidratio')) return sampler.endsWith('always_on') ? 1 : 0
  const ratio = /^(?:0|1|0?\.\d{1,9}|1\.0+|0\.0+)$/.test(text ?? '1') ? Number(text ?? '1') : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ratio
  throw malformed('OTEL_TRACES_SAMPLER_ARG', text ?? '', 'a share from 0 to 1, like 0.1')
}

function serviceName(name: string): string {
  if (/^[\w .:/-]{1,100}$/.test(name)) return name
  throw malformed('OTEL_SERVICE_NAME', name, 'a name of at most 100 plain characters')
}

/** Headers may be keys, so that nothing of them is echoed back. */
function pairs(name: string, given: Given): Record<string, string> {
  const text = given(name)
  if (text === undefined) return {}
  const found = text.split(',').map((pair) => /^\s*([\w.-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/.exec(pair))
  if (found.some((pair) => pair === null))
    throw new StartRefused(`${name} must be pairs like name=value, separated by commas.`)
  return Object.fromEntries(found.map((pair) => [pair?.[1] ?? '', decode(name, pair?.[2] ?? '')]))
}

function decode(name: string, value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new StartRefused(`${name} has a value that is not written as in an address: % must be %25.`)
  }
}
