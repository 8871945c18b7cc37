import type { Customer } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { readPhone } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { customersWords } from './customers-words.ts'

export default function NewCustomerScreen() {
  const words = useWords(customersWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { merchantId, environment, malipo, key } = useMerchant()
  const submission = useSubmission<Customer>()
  const [nameWrong, setNameWrong] = useState<string>()
  const list = `/m/${merchantId}/${environment}/customers`
  const isSandbox = environment === 'sandbox'
  const onSubmit = async (fields: FormData) => {
    const text = (field: string) => String(fields.get(field) ?? '').trim()
    const [name, phone, email] = [text('name'), readPhone(text('phone')), text('email')]
    setNameWrong(name === '' ? words.nameWrong : undefined)
    if (name === '') return
    const saved = await submission.submit((options) =>
      malipo.customers.create({ name, ...(phone && { phone }), ...(email && { email }) }, options),
    )
    if (!saved) return
    void queries.invalidateQueries({ queryKey: [...key, 'customers'] })
    await navigate({ to: `${list}/${saved.id}` })
  }
  return (
    <div className="stack" style={{ width: '100%', maxWidth: '34rem' }}>
      <PageHead
        title={isSandbox ? words.newTest : words.new}
        above={<WayBack to={list}>{words.title}</WayBack>}
      />
      <div className="card">
        <Form submission={submission} onSubmit={(fields) => void onSubmit(fields)}>
          <TextField name="name" label={words.name} autoComplete="off" maxLength={120} problem={nameWrong} />
          <TextField
            name="phone"
            label={words.optional(words.phone)}
            hint={words.phoneHint}
            type="tel"
            autoComplete="off"
          />
          <TextField name="email" label={words.optional(words.email)} type="email" autoComplete="off" />
          <Button type="submit" size="large" isBusy={submission.isSending}>
            {isSandbox ? words.saveTest : words.save}
          </Button>
        </Form>
      </div>
    </div>
  )
}
