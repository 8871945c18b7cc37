import type { CollectionSentence, PutAside, WithdrawalSentence } from '@malipo/sdk'
import type { ReactNode } from 'react'
import { formatInstant, formatTimeClosely } from '../parts/format.ts'
import { tellCause } from '../parts/tell-cause.ts'
import { useLanguage, useWords } from '../words/words.ts'
import { entryWords } from './entry-words.ts'
import { formatLength, silenceSince, silencesBefore } from './silences.ts'
import { type Entry, tellEntry } from './tell-entry.ts'
import { tellSentence } from './tell-sentence.ts'
import classes from './timeline.module.css'
import { useNow } from './use-now.ts'

type Props = {
  of: 'payment' | 'withdrawal'
  timeline: {
    sentence: CollectionSentence | WithdrawalSentence
    entries: Entry[]
    truncated: boolean
    history_put_aside?: PutAside | undefined
  }
  /** What can be done about an entry, beside it. */
  actionsOf?: (entry: Entry, entries: readonly Entry[]) => ReactNode
  /** Where the page says what is true and what comes next itself. */
  isSentenceElsewhere?: boolean
}

/** What is true and what comes next, then all that happened, oldest first. */
export function Timeline({
  of,
  timeline: { sentence, entries, truncated, history_put_aside: away },
  actionsOf,
  isSentenceElsewhere,
}: Props) {
  const words = useWords(entryWords)
  const language = useLanguage()
  const silences = silencesBefore(entries)
  const isOpen = sentence.next !== 'nothing'
  return (
    <section className="card stack" aria-label={words.title}>
      {!isSentenceElsewhere && (
        <p role="status" className={classes.sentence}>
          {tellSentence(sentence, of, language)}
        </p>
      )}
      {away && (
        <p className="muted small">
          {words.putAside(formatInstant(new Date(away.at), language), away.archive)}
        </p>
      )}
      {truncated && <p className="muted small">{words.truncated}</p>}
      {entries.length === 0 && !away && <p className="muted">{words.empty}</p>}
      <ol className={classes.entries}>
        {entries.map((entry, at) => {
          const silence = silences[at]
          return [
            silence && (
              <li key={`silence-${keyOf(entry, at)}`} className={classes.silence}>
                <span>{words.silence(formatLength(silence.ms, language))}</span>
              </li>
            ),
            <EntryLine key={keyOf(entry, at)} entry={entry}>
              {actionsOf?.(entry, entries)}
            </EntryLine>,
          ]
        })}
        {isOpen && <SilentNow entries={entries} />}
      </ol>
    </section>
  )
}

function keyOf({ at, kind, title }: Entry, place: number): string {
  return `${at} ${kind} ${title} ${place}`
}

function EntryLine({ entry, children }: { entry: Entry; children: ReactNode }) {
  const words = useWords(entryWords)
  const language = useLanguage()
  const { source, text, quoted, raw, isTrouble } = tellEntry(entry, language)
  const at = new Date(entry.at)
  return (
    <li className={classes.entry}>
      <time dateTime={entry.at} title={`${formatInstant(at, language)} (${entry.at})`}>
        {formatTimeClosely(at)}
      </time>
      <span className={classes.source}>{words.sources[source]}</span>
      <div className={classes.what}>
        <div className={classes.line} data-trouble={isTrouble}>
          <span>{text}</span>
          {children}
        </div>
        {quoted && <span className={classes.quoted}>{tellCause(quoted, language)}</span>}
        {raw !== undefined && (
          <details className={classes.raw}>
            <summary>{words.raw}</summary>
            <pre>{typeof raw === 'string' ? raw : JSON.stringify(raw, null, 2)}</pre>
          </details>
        )}
      </div>
    </li>
  )
}

/** Counts while somebody looks; it is told to no one who only hears the page, because it would never end. */
function SilentNow({ entries }: { entries: readonly Entry[] }) {
  const words = useWords(entryWords)
  const language = useLanguage()
  const silence = silenceSince(entries, useNow())
  if (!silence) return null
  return (
    <li className={classes.silence}>
      <span>{words.silentFor(formatLength(silence.ms, language))}</span>
    </li>
  )
}
