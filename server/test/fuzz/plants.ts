import { meetFirst } from '../meet-first.ts'
import type { Service } from '../service.ts'

/** A bug that is put into a service, what the walk must say of it, and where it walks to come by. */
export type Plant = {
  broken: string
  told: RegExp
  target: string
  put(service: Service): Promise<void>
}

export const plants: Plant[] = [
  {
    broken: 'a statement that the database does not understand',
    told: /^createCustomer (500|logged)/m,
    target: 'createCustomer',
    put: async ({ world }) =>
      void (await world.sql.unsafe('alter table customers rename column name to nom')),
  },
  {
    broken: 'a row that stays when the request is refused',
    told: /^createPaymentLink rows of notifications/m,
    target: 'createPaymentLink',
    put: async (service) => {
      const { sql, newId, clock } = service.world
      meetFirst(service, async () => {
        await sql`
          insert into notifications (id, merchant_id, environment, kind, title, text, created_at)
          select ${newId()}, id, 'live', 'planted', 'planted', 'planted', ${clock.now()} from merchants limit 1`
        return true
      })
    },
  },
  {
    broken: 'an error that is told as the framework would',
    told: /^readBalance envelope/m,
    target: 'readBalance',
    put: async (service) =>
      meetFirst(service, async (_request, response) => {
        const end = response.end.bind(response)
        response.end = ((text: unknown, ...rest: []) =>
          response.statusCode < 400
            ? end(text, ...rest)
            : end(String(text).replace('"success":false', '"failure":true '), ...rest)) as never
        return true
      }),
  },
  {
    broken: 'a page that takes what somebody wrote for markup',
    told: /^GET \/l\/\{token\} markup/m,
    target: 'GET /l/{token}',
    put: async (service) =>
      meetFirst(service, async ({ url = '' }, response) => {
        const [, given = ''] = /lang=([^&]*)/.exec(url) ?? []
        if (!given.includes('%3C')) return true
        response.setHeader('content-type', 'text/html')
        response.end(given.replaceAll('%3C', '<').replaceAll('%3E', '>'))
        return false
      }),
  },
  {
    broken: 'a question that is never answered',
    told: /^searchMerchant no answer/m,
    target: 'searchMerchant',
    put: async (service) => meetFirst(service, async ({ url = '' }) => !/q=%22/.test(url)),
  },
]
