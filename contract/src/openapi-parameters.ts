import Type from 'typebox'
import { EnvironmentName } from './fields.ts'
import type { Publisher } from './openapi-schemas.ts'
import { type Operation, pathParamNames } from './operation.ts'
import type { OperationId } from './operations.ts'
import { channels } from './pricing-rules.ts'

/** What these are about belongs to both environments, or to none: the header would say nothing. */
const ofNoEnvironment: ReadonlySet<string> = new Set<OperationId>([
  'readMerchant',
  'changeMerchantLooks',
  'inviteMember',
  'listMembers',
  'removeMember',
  'createApiKey',
  'listApiKeys',
  'revokeApiKey',
  'rotateApiKey',
  'readWebhookConfig',
  'changeWebhookConfig',
  'checkWebhook',
  'adminListMerchants',
  'adminCreateMerchant',
  'adminChangeMerchant',
  'adminListProviders',
  'adminReadProviderFigures',
  'adminChangeProvider',
  'adminDrainProvider',
  'adminPauseProvider',
  'adminResumeProvider',
  'adminSetProviderRoute',
  'adminListProviderRoutes',
  'adminListStatementMappings',
  'adminSetStatementMapping',
  'adminRemoveStatementMapping',
  'adminListRiskRules',
  'adminCreateRiskRule',
  'adminReadRiskRule',
  'adminChangeRiskRule',
  'adminReadRiskSimulation',
  'adminListRiskListEntries',
  'adminSetRiskListEntry',
  'adminRemoveRiskListEntry',
  'adminSetPricingRule',
  'adminListPricingRules',
  'adminListAuditLog',
  'adminVerifyAuditLog',
  'adminListAlerts',
  'adminMarkAlert',
  'adminReadBooks',
  'adminCheckBooks',
  'adminListOperators',
])

export function parametersOf(operation: Operation, publisher: Publisher): unknown[] {
  const required = new Set(operation.query?.required ?? [])
  return [
    ...pathParamNames(operation.path).map((name) => describePathParameter(name, publisher)),
    ...Object.entries(operation.query?.properties ?? {}).map(([name, schema]) => {
      const { description, ...published } = publisher.refer(schema)
      return {
        name,
        in: 'query',
        required: required.has(name),
        ...(description !== undefined && { description }),
        // Pairs are written one by one: `metadata[order_id]=A-17`.
        ...('patternProperties' in schema && { style: 'deepObject', explode: true }),
        schema: published,
      }
    }),
    ...csvParametersOf(operation, publisher),
    ...headersOf(operation, publisher),
  ]
}

/** What stands beside a CSV, because it has no place in it. */
function csvParametersOf({ body, takesCsv }: Operation, publisher: Publisher): unknown[] {
  if (body === undefined || takesCsv === undefined) return []
  const besides = Object.entries(body.properties).filter(([name]) => name !== takesCsv)
  return besides.map(([name, schema]) => {
    const { description: _said, ...published } = publisher.refer(schema)
    return {
      name,
      in: 'query',
      required: false,
      description: 'With `text/csv` only: as in the body of JSON.',
      ...('patternProperties' in schema && { style: 'deepObject', explode: true }),
      schema: published,
    }
  })
}

/** The parts of paths that are no ids. */
const named: Record<string, { description: string; schema: object }> = {
  token: { description: 'The end of the address that payers are given.', schema: { type: 'string' } },
  phone: {
    description: 'The number of a simulated phone, like 255712345678.',
    schema: { type: 'string' },
  },
  provider_reference: { description: 'As the collection or prompt shows it.', schema: { type: 'string' } },
  name: { description: 'The name of a provider, like `selcom`.', schema: { type: 'string' } },
  provider: {
    description: 'The name of a provider that is set up here, or `gateway`.',
    schema: { type: 'string' },
  },
  channel: {
    description: 'What is priced: a way of paying out, or `COLLECTION` for money in.',
    schema: Type.Enum([...channels]),
  },
}

function describePathParameter(name: string, publisher: Publisher): object {
  const { description, schema } = named[name] ?? {
    description: undefined,
    schema: { type: 'string', format: 'uuid' },
  }
  return {
    name,
    in: 'path',
    required: true,
    ...(description !== undefined && { description }),
    schema: publisher.refer(schema),
  }
}

function headersOf(operation: Operation, publisher: Publisher): unknown[] {
  const uuid = { type: 'string', format: 'uuid' }
  const { access } = operation
  const headers: unknown[] = []
  if (operation.idempotency !== 'none') {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: operation.idempotency === 'required',
      description: 'A fresh UUID for each new request, and the same one for its retries.',
      schema: uuid,
    })
  }
  for (const { name, description } of operation.headers ?? []) {
    headers.push({ name, in: 'header', required: true, description, schema: { type: 'string' } })
  }
  if (operation.stream) {
    headers.push({
      name: 'Last-Event-ID',
      in: 'header',
      description:
        'The last event you have, to go on after it. Without it only what happens from now on is sent.',
      schema: uuid,
    })
  }
  if (access.who === 'merchant' && access.merchant === 'caller') {
    headers.push({
      name: 'X-Merchant-Id',
      in: 'header',
      description: 'For signed-in people who act for several merchants. A key belongs to one.',
      schema: uuid,
    })
  }
  if (takesEnvironment(operation)) {
    const isForSandbox = access.who === 'merchant' && access.environment === 'sandbox'
    headers.push({
      name: 'X-Environment',
      in: 'header',
      description: `For signed-in people: ${isForSandbox ? 'send `sandbox`' : '`live` unless it is sent'}. A key has an environment of its own.`,
      schema: publisher.refer(EnvironmentName),
    })
  }
  return headers
}

function takesEnvironment({ id, access }: Operation): boolean {
  if (access.who !== 'merchant' && access.who !== 'super_admin') return false
  return !ofNoEnvironment.has(id)
}
