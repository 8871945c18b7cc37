import type { MalipoError } from '@malipo/sdk'
import { asMalipoError } from '../calls/query-client.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { refusalIn } from '../words/refusals.ts'
import { useLanguage, useWords } from '../words/words.ts'
import { partWords } from './part-words.ts'
import classes from './trouble.module.css'

/** What could not be shown, why, what to do, and under which id the operator finds it. */
export function Trouble({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useWords(partWords)
  return (
    <div className={classes.trouble} role="alert">
      <Icon name="warning" />
      <div className="stack tight">
        <strong>{words.somethingWrong}</strong>
        <Refused error={asMalipoError(error)} />
        {retry && (
          <div>
            <Button look="plain" icon="refresh" onClick={retry}>
              {words.retry}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** What a form says of its own instead of the service: by the name of the field that is wrong, or by the code of the refusal. */
export type Saying = Readonly<Record<string, string>>

/** Why the service said no, in the person's language, with the request's id. */
export function Refused({ error, saying = {} }: { error: MalipoError; saying?: Saying | undefined }) {
  const words = useWords(partWords)
  const language = useLanguage()
  return (
    <>
      <p>{saying[error.code] ?? refusalIn(language, error)}</p>
      {error.requestId && <p className="small mono">{words.requestId(error.requestId)}</p>}
    </>
  )
}

/** What a form says when it was refused: above its fields, and read out at once. */
export function FormTrouble({
  error,
  saying,
}: {
  error: MalipoError | undefined
  saying?: Saying | undefined
}) {
  const words = useWords(partWords)
  if (!error) return null
  return (
    <div className={classes.trouble} role="alert">
      <Icon name="warning" />
      <div className="stack tight">
        <strong>{words.problem}</strong>
        <Refused error={error} saying={saying} />
      </div>
    </div>
  )
}
