import type { CreatedMerchant } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button, buttonLook } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { readPhone } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { merchantsWords } from './merchants-words.ts'

const draft = 'admin-merchant'

export default function CreateMerchantScreen() {
  const words = useWords(merchantsWords)
  const { malipo, at } = useAdmin()
  const submission = useSubmission<CreatedMerchant>(draft)
  const [made, setMade] = useState<CreatedMerchant>()
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const phone = readPhone(text('phone'))
    const body = {
      name: text('name'),
      owner_email: text('owner_email'),
      ...(phone !== '' && { phone }),
    }
    const reply = await submission.submit((options) => malipo.admin.merchants.create(body, options))
    if (reply === undefined) return
    forgetDraft(draft)
    setMade(reply)
  }
  const above = <WayBack to={`${at}/merchants`}>{words.title}</WayBack>
  if (made) return <MerchantMade of={made} />
  return (
    <>
      <PageHead title={words.create} above={above} />
      <div className="card narrow">
        <Form submission={submission} onSubmit={(fields) => void send(fields)} draft={draft}>
          <TextField name="name" label={words.name} maxLength={120} required />
          <TextField
            name="owner_email"
            type="email"
            label={words.ownerEmail}
            hint={words.ownerHint}
            required
          />
          <TextField name="phone" type="tel" label={words.phoneIfAny} />
          <div>
            <Button type="submit" isBusy={submission.isSending}>
              {words.create}
            </Button>
          </div>
        </Form>
      </div>
    </>
  )
}

/** The invitation is shown once more here: mail gets lost, and the address is only in this answer. */
function MerchantMade({ of: made }: { of: CreatedMerchant }) {
  const words = useWords(merchantsWords)
  const { at } = useAdmin()
  return (
    <>
      <PageHead title={made.name} above={<WayBack to={`${at}/merchants`}>{words.title}</WayBack>} />
      <Notice tone="paid">
        <p>
          {made.owner_status === 'active' ? words.madeFor(made.owner_email) : words.invited(made.owner_email)}
        </p>
        {made.accept_url && <Copyable text={made.accept_url} label={words.invitation} />}
      </Notice>
      <div>
        <Link to={`${at}/merchants/${made.merchant_id}`} {...buttonLook()}>
          {words.openMerchant}
        </Link>
      </div>
    </>
  )
}
