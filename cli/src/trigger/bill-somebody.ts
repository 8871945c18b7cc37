import type { Malipo } from '@malipo/sdk'
import type { EventType } from './event-names.ts'
import type { Recipe } from './recipes.ts'

type CallOptions = { signal: AbortSignal }

/** A number that approves what it is asked, and to which money goes back. */
const phone = '255700000101'

/** Writes an invoice and has happen to it what is told of; gives the id of what the event is about. */
export async function billSomebody(
  malipo: Malipo,
  type: EventType,
  { amount = '1000', customer_name = 'Asha Mtihani' }: Recipe['fields'],
  options: CallOptions,
): Promise<string> {
  const { id } = await malipo.invoices.create(
    {
      ...{ customer_name, customer_phone: phone, due_date: '2099-12-31', allow_part_payment: true },
      items: [{ description: 'malipo-dev trigger', quantity: '1', unit_price: amount }],
    },
    options,
  )
  if (type === 'invoice.voided') await malipo.invoices.void(id, options)
  if (type === 'credit_note.issued') return await creditSome(malipo, id, amount, options)
  if (type === 'invoice.partially_paid') await pay(malipo, id, [halfOf(amount)], options)
  if (type === 'invoice.paid') await pay(malipo, id, [amount], options)
  if (type === 'invoice.overpaid') await pay(malipo, id, [amount, amount], options)
  if (type === 'invoice.reopened') {
    const [collection_id = ''] = await pay(malipo, id, [amount], options)
    await malipo.refunds.create({ collection_id, reason: 'requested', credit_note: false }, options)
  }
  return id
}

async function creditSome(malipo: Malipo, id: string, amount: string, options: CallOptions): Promise<string> {
  await malipo.invoices.send(id, options)
  return (await malipo.invoices.credit(id, { amount: halfOf(amount), reason: 'malipo-dev trigger' }, options))
    .id
}

/** All are asked for before the first is approved: whoever pays too much was asked in time. */
async function pay(malipo: Malipo, id: string, amounts: string[], options: CallOptions): Promise<string[]> {
  const asked = []
  for (const amount of amounts) {
    asked.push(await malipo.collections.ussdPush({ amount, customer_phone: phone, invoice_id: id }, options))
  }
  for (const { id: collection, provider_reference: reference } of asked) {
    await malipo.sandbox.answerPrompt(reference, { answer: 'approve', pin: '1234' }, options)
    await malipo.collections.waitForOutcome(collection, options)
  }
  return asked.map(({ id: collection }) => collection)
}

function halfOf(amount: string): string {
  return (Number(amount) / 2).toFixed(2)
}
