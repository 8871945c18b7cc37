import { Link, useNavigate } from '@tanstack/react-router'
import { queryClient } from '../calls/query-client.ts'
import { SmallPage } from '../frame/small-page.tsx'
import { useWords } from '../words/words.ts'
import { SignInForm } from './sign-in-form.tsx'
import { signInWords } from './sign-in-words.ts'

export default function SignInScreen() {
  const words = useWords(signInWords)
  const navigate = useNavigate()
  const next = new URLSearchParams(location.search).get('next')
  const goOn = () => {
    queryClient.clear()
    // Only to a place of ours: an address from elsewhere could lead anywhere.
    void navigate({ to: next?.startsWith('/') && !next.startsWith('//') ? next : '/' })
  }
  return (
    <SmallPage title={words.title}>
      <SignInForm onDone={goOn} />
      <div className="row apart">
        <Link to="/sign-up">{words.signUp}</Link>
        <Link to="/forgot-password">{words.forgot}</Link>
      </div>
      <p className="small">
        <a href="/docs">{words.docs}</a>
      </p>
    </SmallPage>
  )
}
