import { type Customer, operations } from '@malipo/contract'
import type { Static } from 'typebox'
import { listPage, type Route, route } from '../http/http.ts'
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

export function customerRoutes(world: World): Route[] {
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
    route(operations.listCustomers, async ({ query, caller }) => {
      const page = listPage(query)
      const matching = sql`merchant_id = ${caller.merchantId} and environment = ${caller.environment}
        ${query.phone ? sql`and phone = ${canonicalPhone(query.phone)}` : sql``}`
      const rows = await sql<CustomerRow[]>`
        select ${columns} from customers
        where ${matching} ${page.before === null ? sql`` : sql`and id < ${page.before}`}
        order by id desc limit ${page.limit} offset ${page.offset}`
      if (page.before !== null) return page.answer(rows, showCustomer, null)
      const [counted] = await sql<
        { total: number }[]
      >`select count(*)::int as total from customers where ${matching}`
      return page.answer(rows, showCustomer, counted?.total ?? 0)
    }),
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
