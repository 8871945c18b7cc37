import { Link } from '@tanstack/react-router'
import { Mark } from '../../frame/mark.tsx'
import { Icon } from '../../kit/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/words.ts'
import classes from './account.module.css'
import { accountWords } from './account-words.ts'
import { LookSection } from './look-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** One's own, whichever business one works for. */
export default function AccountScreen() {
  const words = useWords(accountWords)
  return (
    <div className={classes.page}>
      <header className={`row apart not-printed ${classes.head}`}>
        <Mark />
        <Link to="/" className="row">
          <Icon name="previous" size={16} />
          {words.back}
        </Link>
      </header>
      <main className="stack">
        <PageHead title={words.title} />
        <NameSection />
        <SecondFactorSection />
        <PasswordSection />
        <SessionsSection />
        <LookSection />
      </main>
    </div>
  )
}
