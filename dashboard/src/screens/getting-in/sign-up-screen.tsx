import { Link, useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../calls/query-client.ts'
import { SmallPage } from '../../frame/small-page.tsx'
import { useWords } from '../../words/words.ts'
import { gettingInWords } from './getting-in-words.ts'
import { SignUpForm } from './sign-up-form.tsx'

export default function SignUpScreen() {
  const words = useWords(gettingInWords)
  const navigate = useNavigate()
  const goOn = () => {
    queryClient.clear()
    void navigate({ to: '/new-business' })
  }
  return (
    <SmallPage title={words.signUp}>
      <SignUpForm button={words.create} onDone={goOn} />
      <Link to="/sign-in">{words.haveAccount}</Link>
    </SmallPage>
  )
}
