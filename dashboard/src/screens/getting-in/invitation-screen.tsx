import type { Membership } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { queryClient } from '../../calls/query-client.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { SmallPage } from '../../frame/small-page.tsx'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/choices.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { endSession } from '../../people/change-person.ts'
import { SignInForm } from '../../sign-in/sign-in-form.tsx'
import { useWords } from '../../words/words.ts'
import { gettingInWords } from './getting-in-words.ts'
import { SignUpForm } from './sign-up-form.tsx'

/** Where the link of an invitation leads: whoever is or becomes somebody here joins the business, and is in it. */
export default function InvitationScreen() {
  const words = useWords(gettingInWords)
  const navigate = useNavigate()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const [way, setWay] = useState('known')
  const joining = useSubmission<Membership>()
  const leaving = useSubmission<void>()
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => personClient().auth.getSession({ signal }),
    staleTime: 0,
  })
  const join = async () => {
    const joined = await joining.submit((options) => personClient().members.accept({ token }, options))
    if (joined === undefined) return void session.refetch()
    queryClient.clear()
    await navigate({ to: `/m/${joined.merchant_id}/live` })
  }
  const leave = async () => {
    joining.clear()
    await leaving.submit(endSession)
    await session.refetch()
  }
  const email = session.data?.user?.email
  return (
    <SmallPage title={words.join}>
      {session.error && <Trouble error={session.error} retry={() => void session.refetch()} />}
      {session.isPending && <Waiting rows={3} />}
      <FormTrouble error={joining.error} saying={words.joinSaying} />
      <FormTrouble error={leaving.error} />
      {session.data && email !== undefined && (
        <>
          <p>{words.joinAs(email)}</p>
          <Button isWide isBusy={joining.isSending} onClick={() => void join()}>
            {words.joinNow}
          </Button>
          <Button look="quiet" onClick={() => void leave()}>
            {words.otherAccount}
          </Button>
        </>
      )}
      {session.data && email === undefined && (
        <>
          <p>{words.joinText}</p>
          <Segments
            label={words.who}
            value={way}
            onChange={setWay}
            choices={[
              { value: 'known', label: words.known },
              { value: 'new', label: words.isNew },
            ]}
          />
          {way === 'known' ? (
            <SignInForm onDone={() => void join()} />
          ) : (
            <SignUpForm button={words.createAndJoin} invitation={token} onDone={() => void join()} />
          )}
        </>
      )}
    </SmallPage>
  )
}
