import { personClient } from '../../calls/clients.ts'
import { frameWords } from '../../frame/frame-words.ts'
import { Segments } from '../../kit/choices.tsx'
import { chooseScheme, type Scheme, schemes, useScheme } from '../../look/scheme.ts'
import { chooseLanguage, type Language, useLanguage, useWords } from '../../words/words.ts'
import { accountWords } from './account-words.ts'

/** What is chosen counts at once. The language is kept with the person too, for what is sent to them. */
export function LookSection() {
  const words = useWords(accountWords)
  const frame = useWords(frameWords)
  const language = useLanguage()
  const scheme = useScheme()
  const speak = (chosen: Language) => {
    chooseLanguage(chosen)
    // The page speaks it already; where it could not be kept, the next device asks again.
    personClient()
      .auth.updateMe({ language: chosen })
      .catch(() => undefined)
  }
  return (
    <section className="card stack not-printed" aria-labelledby="look">
      <h2 id="look">{words.look}</h2>
      <Segments
        label={frame.language}
        value={language}
        onChange={(chosen) => speak(chosen as Language)}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'sw', label: 'Kiswahili' },
        ]}
      />
      <Segments
        label={frame.theme}
        value={scheme}
        onChange={(chosen) => chooseScheme(chosen as Scheme)}
        choices={schemes.map((one) => ({ value: one, label: frame[one] }))}
      />
    </section>
  )
}
