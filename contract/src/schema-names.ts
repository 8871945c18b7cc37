import {
  BatchTold,
  CollectionTold,
  ControlNumberTold,
  CreditNoteTold,
  eventBody,
  eventName,
  FiscalReceiptTold,
  InvoiceTold,
  RefundTold,
  StatementTold,
  WithdrawalTold,
} from './event-bodies.ts'
import { eventTypes } from './event-fields.ts'
import { errorSchemas } from './openapi-answers.ts'
import { type Publisher, publishSchemas } from './openapi-schemas.ts'
import { isList, type Operation } from './operation.ts'
import { operations } from './operations.ts'
import { schemasOfAdministration } from './schema-names-of-administration.ts'
import { schemasOfMerchants } from './schema-names-of-merchants.ts'
import { schemasOfPayouts } from './schema-names-of-payouts.ts'
import { schemasOfTimelines } from './schema-names-of-timelines.ts'

/** Every schema that has a name, and a name for each body and reply that was given none. */
export function publishNames(): Publisher {
  const events = eventTypes.map((type) => [`${eventName(type)}Event`, eventBody(type)])
  const publisher = publishSchemas({
    ...schemasOfMerchants,
    ...schemasOfPayouts,
    ...schemasOfAdministration,
    ...schemasOfTimelines,
    ...errorSchemas(),
    CollectionInEvent: CollectionTold,
    WithdrawalInEvent: WithdrawalTold,
    BatchInEvent: BatchTold,
    RefundInEvent: RefundTold,
    InvoiceInEvent: InvoiceTold,
    CreditNoteInEvent: CreditNoteTold,
    FiscalReceiptInEvent: FiscalReceiptTold,
    ControlNumberInEvent: ControlNumberTold,
    StatementInEvent: StatementTold,
    ...Object.fromEntries(events),
  })
  for (const operation of Object.values<Operation>(operations)) {
    const { id, body, reply, stream, file } = operation
    const own = `${id.charAt(0).toUpperCase()}${id.slice(1)}`
    if (body !== undefined) nameOnce(publisher, `${own}Request`, body)
    if (!stream && !file) nameOnce(publisher, nameOfReply(publisher, operation, own), reply)
  }
  return publisher
}

function nameOnce(publisher: Publisher, name: string, schema: object): void {
  if (publisher.nameOf(schema) === undefined) publisher.name(name, schema)
}

/** A list is called after what it is a list of. */
function nameOfReply(publisher: Publisher, operation: Operation, own: string): string {
  const item = (operation.reply as { properties?: { items?: { items?: object } } }).properties?.items?.items
  const itemName = isList(operation) && item !== undefined ? publisher.nameOf(item) : undefined
  return itemName === undefined ? `${own}Reply` : `${itemName}List`
}
