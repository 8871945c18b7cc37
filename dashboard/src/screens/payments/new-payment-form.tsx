import type { Collection, PaymentLink } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useDraft } from '../../forms/use-draft.ts'
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

/** Asks for money. Pressed twice, or again after a lost line or in a page that was opened anew, it asks once. */
export function NewPaymentForm({ how, begin, onAsked, onLink }: Props) {
  const words = useWords(paymentsWords)
  const { environment, key } = useMerchant()
  const queries = useQueryClient()
  const kept = ['payment', ...key, how, begin.customer, begin.phone, begin.amount, begin.reference].join('.')
  const [wish, setWish] = useDraft<Wish>(kept, {
    amount: begin.amount ?? '',
    phone: begin.phone ? formatPhone(begin.phone) : '',
    reference: begin.reference ?? '',
    description: '',
  })
  const submission = useSubmission<Collection | PaymentLink>(kept)
  const send = useSending(how, begin)
  const [wrong, setWrong] = useState<{ amount?: string; phone?: string }>({})
  const isSandbox = environment === 'sandbox'
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part })

  const onSubmit = async () => {
    const amount = readAmount(wish.amount)
    const found = {
      ...(amount === undefined && { amount: words.amountWrong }),
      ...(how === 'phone' && readPhone(wish.phone) === '' && { phone: words.phoneWrong }),
    }
    setWrong(found)
    if (amount === undefined || Object.keys(found).length > 0) return
    const reply = await submission.submit((options) => send({ ...wish, amount }, options))
    if (reply === undefined) return
    forgetDraft(kept)
    void queries.invalidateQueries({ queryKey: key })
    if ('public_url' in reply) onLink(reply)
    else onAsked(reply.id)
  }

  return (
    <Form submission={submission} onSubmit={() => void onSubmit()}>
      <TextField
        name="amount"
        label={words.amount}
        hint={words.amountHint}
        inputMode="decimal"
        autoComplete="off"
        value={wish.amount}
        onChange={({ target }) => change({ amount: target.value })}
        problem={wrong.amount}
      />
      {how === 'phone' && (
        <>
          <TextField
            name="customer_phone"
            label={words.phone}
            hint={networkOf(canonical(wish.phone)) ?? words.phoneHint}
            type="tel"
            autoComplete="off"
            value={wish.phone}
            onChange={({ target }) => change({ phone: target.value })}
            problem={wrong.phone}
          />
          {isSandbox && <TestNumbers onChoose={(phone) => change({ phone })} />}
        </>
      )}
      {how !== 'link' && (
        <TextField
          name="merchant_reference"
          label={words.optional(words.reference)}
          hint={words.referenceHint}
          autoComplete="off"
          maxLength={100}
          value={wish.reference}
          onChange={({ target }) => change({ reference: target.value })}
        />
      )}
      <TextField
        name="description"
        label={words.optional(words.description)}
        hint={words.descriptionHint}
        autoComplete="off"
        maxLength={500}
        value={wish.description}
        onChange={({ target }) => change({ description: target.value })}
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
    { amount, phone, ...said }: Wish,
    options: { idempotencyKey: string },
  ): Promise<Collection | PaymentLink> => {
    const [reference, description] = [said.reference.trim(), said.description.trim()]
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
