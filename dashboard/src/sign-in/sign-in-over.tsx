import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sessionDoor } from '../calls/clients.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { enterAs } from '../people/change-person.ts'
import { meQuery } from '../people/who.ts'
import { useWords } from '../words/words.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signInWords } from './sign-in-words.ts'

/**
 * Stands over whatever was open when the session ended, and hides it: whoever took over the device reads nothing. The same person goes on where they were;
 * another begins anew.
 */
export function SignInOver() {
  const words = useWords(signInWords)
  const queries = useQueryClient()
  const isClosed = useSyncExternalStore(sessionDoor.onChange, sessionDoor.isClosed)
  const user = queries.getQueryData(meQuery.queryKey)?.user
  const goOn = () => {
    if (user) enterAs(user.id)
    sessionDoor.open()
  }
  return (
    <Dialog isOpen={isClosed} kind="cover" title={words.sessionOver}>
      <p>{words.sessionOverText}</p>
      <SignInForm email={user?.email} onDone={goOn} />
      <Button look="quiet" onClick={() => location.assign('/sign-in')}>
        {words.otherPerson}
      </Button>
    </Dialog>
  )
}
