import classes from './code-block.module.css'
import { Copyable } from './copyable.tsx'

/** Text as machines say it, each sign as it is, with a button that copies all of it. Long lines are broken: nothing is hidden at the side. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <figure className={classes.block} aria-label={label}>
      <div className={classes.copy}>
        <Copyable text={text} shown="" label={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className={classes.text} tabIndex={0}>
        {text}
      </pre>
    </figure>
  )
}

/** JSON with its lines apart; what is none stays as it came. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
