import { type Customer, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { noteByPerson } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Actor, type Route, readPage, route } from '../http/http.ts'
import { changeMetadata, type Metadata, storedMetadata, withMetadata } from '../metadata/metadata.ts'
import { isId } from '../primitives/id.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

type CustomerRow = {
  id: string
  merchant_id: string
  name: string
  phone: string | null
  email: string | null
  metadata: Metadata | null
  created_at: Date
}

export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  const columns = sql`id, merchant_id, name, phone, email, metadata, created_at`
  const find = async (on: Database | Transaction, id: string, caller: Actor) => {
    if (!isId(id)) throw new Refusal('not_found')
    const [row] = await on<CustomerRow[]>`
      select ${columns} from customers
      where id = ${id} and merchant_id = ${caller.merchantId} and environment = ${caller.environment}
        and erased_at is null`
    if (!row) throw new Refusal('not_found')
    return showCustomer(row)
  }
  return [
    route(operations.createCustomer, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const [row] = await tx<CustomerRow[]>`
          insert into customers (id, merchant_id, environment, name, phone, email, metadata, created_at)
          values (${world.newId()}, ${caller.merchantId}, ${caller.environment}, ${body.name.trim()},
            ${body.phone ? canonicalPhone(body.phone) : null}, ${body.email ?? null},
            ${storedMetadata(body.metadata)}, ${world.clock.now()})
          returning ${columns}`
        if (!row) throw new Error('The customer was not written.')
        const subject = { kind: 'customer', id: row.id } as const
        noteByPerson(tx, world, { caller, requestId }, { action: 'customer.create', subject })
        return showCustomer(row)
      }),
    ),
    route(operations.listCustomers, async ({ query, caller, lists }) => {
      const { having } = await withMetadata(lists, 'customers', caller, query)
      return await readPage(lists, query, {
        rows: sql`
          select ${columns} from customers ${having}
          where merchant_id = ${caller.merchantId} and environment = ${caller.environment} and erased_at is null
            ${query.phone ? sql`and phone = ${canonicalPhone(query.phone)}` : sql``}`,
        show: showCustomer,
      })
    }),
    route(operations.readCustomer, ({ params, caller }) => find(sql, params.customer_id, caller)),
    route(operations.changeCustomer, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const { id } = await find(tx, params.customer_id, caller)
        await changeMetadata(tx, 'customers', id, body.metadata)
        const subject = { kind: 'customer', id } as const
        noteByPerson(tx, world, { caller, requestId }, { action: 'customer.change', subject })
        return await find(tx, id, caller)
      }),
    ),
  ]
}

function showCustomer(row: CustomerRow): Static<typeof Customer> {
  return { ...row, metadata: row.metadata ?? {}, created_at: row.created_at.toISOString() }
}
