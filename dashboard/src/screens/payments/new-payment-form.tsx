import type { Collection, PaymentLink } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { formatPhone, readPhone } from '../../parts/format.ts'
import { networkOf } from '../../parts/network-of.ts'
import { useWords } from '../../words/words.ts'
import { paymentsWords } from './payments-words.ts'
import { TestNumbers } from './test-numbers.tsx'

export type How = 'phone' | 'qr' | 'link'

type Props = {
  how: How
  /** What the address brought along. */
  begin: Record<string, string | undefined>
  onAsked(id: string): void
  onLink(link: PaymentLink): void
}

/** Asks for money. Pressed twice, or again after a lost line, it asks once. */
export function NewPaymentForm({ how, begin, onAsked, onLink }: Props) {
  const words = useWords(paymentsWords)
  const { environment, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<Collection | PaymentLink>()
  const send = useSending(how, begin)
  const [phone, setPhone] = useState(begin.phone ? formatPhone(begin.phone) : '')
  const [wrong, setWrong] = useState<{ amount?: string; phone?: string }>({})
  const isSandbox = environment === 'sandbox'

  const onSubmit = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const amount = readAmount(text('amount'))
    const found = {
      ...(amount === undefined && { amount: words.amountWrong }),
      ...(how === 'phone' && readPhone(phone) === '' && { phone: words.phoneWrong }),
    }
    setWrong(found)
    if (amount === undefined || Object.keys(found).length > 0) return
    const wish = { amount, phone, reference: text('merchant_reference'), description: text('description') }
    const reply = await submission.submit((options) => send(wish, options))
    if (reply === undefined) return
    void queries.invalidateQueries({ queryKey: key })
    if ('public_url' in reply) onLink(reply)
    else onAsked(reply.id)
  }

  return (
    <Form submission={submission} onSubmit={(fields) => void onSubmit(fields)}>
      <TextField
        name="amount"
        label={words.amount}
        hint={words.amountHint}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={begin.amount}
        problem={wrong.amount}
      />
      {how === 'phone' && (
        <>
          <TextField
            name="customer_phone"
            label={words.phone}
            hint={networkOf(canonical(phone)) ?? words.phoneHint}
            type="tel"
            autoComplete="off"
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
            problem={wrong.phone}
          />
          {isSandbox && <TestNumbers onChoose={setPhone} />}
        </>
      )}
      {how !== 'link' && (
        <TextField
          name="merchant_reference"
          label={words.optional(words.reference)}
          hint={words.referenceHint}
          autoComplete="off"
          maxLength={100}
          defaultValue={begin.reference}
        />
      )}
      <TextField
        name="description"
        label={words.optional(words.description)}
        hint={words.descriptionHint}
        autoComplete="off"
        maxLength={500}
      />
      <Button type="submit" size="large" isBusy={submission.isSending}>
        {
          {
            phone: isSandbox ? words.requestTest : words.request,
            qr: isSandbox ? words.showTestCode : words.showCode,
            link: isSandbox ? words.makeTestLink : words.makeLink,
          }[how]
        }
      </Button>
    </Form>
  )
}

type Wish = { amount: string; phone: string; reference: string; description: string }

function useSending(how: How, begin: Props['begin']) {
  const { malipo } = useMerchant()
  return async (
    { amount, phone, reference, description }: Wish,
    options: { idempotencyKey: string },
  ): Promise<Collection | PaymentLink> => {
    const described = { ...(description && { description }) }
    if (how === 'link')
      return await malipo.paymentLinks.create({ amount, single_use: true, ...described }, options)
    const order = {
      amount,
      ...described,
      ...(reference && { merchant_reference: reference }),
      ...(begin.customer && { customer_id: begin.customer }),
      ...(begin.name && { customer_name: begin.name }),
    }
    if (how === 'qr') return await malipo.collections.dynamicQr(order, options)
    return await malipo.collections.ussdPush({ ...order, customer_phone: readPhone(phone) }, options)
  }
}

/** As far as a number that is being typed tells already. */
function canonical(typed: string): string {
  return readPhone(typed).replace(/^(\+?255|0)/, '255')
}
