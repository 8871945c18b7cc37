import type { Merchant } from '@malipo/sdk'
import { useNavigate } from '@tanstack/react-router'
import { personClient } from '../../calls/clients.ts'
import { queryClient } from '../../calls/query-client.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { SmallPage } from '../../frame/small-page.tsx'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { readPhone } from '../../parts/format.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { signOut } from '../../people/change-person.ts'
import { useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { gettingInWords } from './getting-in-words.ts'

/** Whoever opens a business begins in its sandbox: nothing else can be done before it is verified. */
export default function NewBusinessScreen() {
  const words = useWords(gettingInWords)
  const navigate = useNavigate()
  const { user } = useMe()
  const submission = useSubmission<Merchant>()
  const leaving = useSubmission<void>()
  const leave = () => void leaving.submit(signOut)
  const send = async (fields: FormData) => {
    const phone = readPhone(String(fields.get('phone')))
    const body = { name: String(fields.get('name')).trim(), ...(phone !== '' && { phone }) }
    const made = await submission.submit((options) => personClient().merchants.create(body, options))
    if (made === undefined) return
    queryClient.clear()
    await navigate({ to: `/m/${made.merchant_id}/sandbox` })
  }
  return (
    <SmallPage title={words.newBusiness}>
      <p>{words.newBusinessText}</p>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField
          name="name"
          label={words.businessName}
          hint={words.businessNameHint}
          autoComplete="organization"
          maxLength={120}
          required
        />
        <TextField name="phone" type="tel" label={words.phone} hint={words.phoneHint} autoComplete="tel" />
        <Button type="submit" isWide isBusy={submission.isSending}>
          {words.open}
        </Button>
      </Form>
      {leaving.error && <Trouble error={leaving.error} retry={leave} />}
      <div className="row apart small">
        <span className="muted breaks">{words.signedInAs(user.email)}</span>
        <Button look="quiet" size="small" onClick={leave}>
          {words.signOut}
        </Button>
      </div>
    </SmallPage>
  )
}
