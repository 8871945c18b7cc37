import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartRefused } from '../primitives/start-refused.ts'
import { readTracing } from './read-tracing.ts'

const read = (environment: Record<string, string>) => readTracing((name) => environment[name] || undefined)
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }

test('there are no traces until somebody says where they go, and none where they are turned off', () => {
  assert.equal(read({}), null)
  assert.equal(read({ OTEL_SERVICE_NAME: 'malipo', OTEL_TRACES_SAMPLER: 'always_on' }), null)
  assert.equal(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), null)
  assert.equal(read({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), null)
})

test('the variables of OpenTelemetry are read as it defines them', () => {
  assert.deepEqual(read(endpoint), {
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    serviceName: 'malipo',
    resource: {},
    ratio: 1,
    followsParent: true,
  })
  const all = read({
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one%20word, x-other=b=c',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=live',
    OTEL_SERVICE_NAME: 'till',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  assert.deepEqual(all, {
    url: 'https://collector.example.com/otlp',
    headers: { 'x-key': 'one word', 'x-other': 'b=c' },
    serviceName: 'till',
    resource: { 'deployment.environment': 'live' },
    ratio: 0.25,
    followsParent: false,
  })
  assert.equal(read({ ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_always_off' })?.ratio, 0)
})

const wrong: [Record<string, string>, RegExp][] = [
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318", but must/,
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'sometimes' },
    /^OTEL_TRACES_SAMPLER is "sometimes", but must be one of/,
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '5' },
    /^OTEL_TRACES_SAMPLER_ARG is "5", but must be a share/,
  ],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", but must/],
  [{ ...endpoint, OTEL_SERVICE_NAME: 'a\nb' }, /^OTEL_SERVICE_NAME is /],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'yes' }, /^OTEL_SDK_DISABLED is "yes", but must be one of true, false/],
  [
    { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'the key itself' },
    /^OTEL_EXPORTER_OTLP_HEADERS must be pairs like name=value/,
  ],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=100%' }, /^OTEL_EXPORTER_OTLP_HEADERS has a value/],
]

for (const [environment, message] of wrong) {
  test(`what does not fit stops the start: ${Object.entries(environment).at(-1)}`, () => {
    assert.throws(
      () => read(environment),
      (error) => {
        assert.ok(error instanceof StartRefused)
        assert.match(error.message, message)
        assert.ok(!error.message.includes('the key itself'), 'keys are not echoed back')
        return true
      },
    )
  })
}
