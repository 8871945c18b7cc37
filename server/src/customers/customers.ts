import { type Customer, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Route, readPage, route } from '../http/http.ts'
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
  created_at: Date
}

export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  const columns = sql`id, merchant_id, name, phone, email, created_at`
  return [
    route(operations.createCustomer, ({ body, caller, idempotently }) =>
      idempotently(async (tx) => {
        const [row] = await tx<CustomerRow[]>`
          insert into customers (id, merchant_id, environment, name, phone, email, created_at)
          values (${world.newId()}, ${caller.merchantId}, ${caller.environment}, ${body.name.trim()},
            ${body.phone ? canonicalPhone(body.phone) : null}, ${body.email ?? null}, ${world.clock.now()})
          returning ${columns}`
        if (!row) throw new Error('The customer was not written.')
        return showCustomer(row)
      }),
    ),
    route(operations.listCustomers, ({ query, caller, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select ${columns} from customers
          where merchant_id = ${caller.merchantId} and environment = ${caller.environment}
            ${query.phone ? sql`and phone = ${canonicalPhone(query.phone)}` : sql``}`,
        show: showCustomer,
      }),
    ),
    route(operations.readCustomer, async ({ params, caller }) => {
      if (!isId(params.customer_id)) throw new Refusal('not_found')
      const [row] = await sql<CustomerRow[]>`
        select ${columns} from customers
        where id = ${params.customer_id} and merchant_id = ${caller.merchantId} and environment = ${caller.environment}`
      if (!row) throw new Refusal('not_found')
      return showCustomer(row)
    }),
  ]
}

function showCustomer(row: CustomerRow): Static<typeof Customer> {
  return { ...row, created_at: row.created_at.toISOString() }
}
