import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Icon } from '../../kit/icon.tsx'
import { useKept } from '../../kit/use-kept.ts'
import { useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './home-words.ts'
import { useSteps } from './use-steps.ts'

/**
 * The way from an empty business to the first real payment, ticked by what has happened. It stands there from the beginning, and is gone from the next visit
 * after the last step: what lies below it never moves while somebody looks.
 */
export function Checklist() {
  const words = useWords(homeWords)
  const { merchantId } = useMerchant()
  const { user } = useMe()
  const { all: steps, isKnown } = useSteps()
  const [wasDone, keepDone] = useKept(`malipo.first-steps-done.${merchantId}.${user.id}`, false)
  const [isHidden] = useState(wasDone)
  const done = steps.filter(({ isDone }) => isDone).length
  const isDone = isKnown && done === steps.length
  useEffect(() => {
    if (isKnown && isDone !== wasDone) keepDone(isDone)
  }, [isKnown, isDone, wasDone, keepDone])
  if (isHidden) return null
  return (
    <section className="stack tight" aria-label={words.checklist}>
      <div className="row apart">
        <h2>{words.checklist}</h2>
        <span className="muted">{isKnown ? words.stepsDone(done, steps.length) : '…'}</span>
      </div>
      <ol className={`card ${classes.steps}`}>
        {steps.map(({ step, isDone, to }) => (
          <li key={step} data-done={isDone}>
            <span className={classes.tick}>{isDone && <Icon name="check" size={14} />}</span>
            {isDone ? (
              <span>
                {words.steps[step]} <span className="heard">({words.done})</span>
              </span>
            ) : (
              <Link to={to}>{words.steps[step]}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
