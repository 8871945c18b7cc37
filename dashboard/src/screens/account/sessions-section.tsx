import type { OpenSession, RevokeOtherSessionsReply, RevokeSessionReply } from '@malipo/sdk'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { useRows } from '../../lists/use-rows.ts'
import { Badge } from '../../parts/badge.tsx'
import { partWords } from '../../parts/part-words.ts'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import classes from './account.module.css'
import { accountWords } from './account-words.ts'

/** Every place where one is signed in, and the way out of each. It counts at once, in open tabs too. */
export function SessionsSection() {
  const words = useWords(accountWords)
  const parts = useWords(partWords)
  const [said, setSaid] = useState('')
  const leaving = useSubmission<RevokeOtherSessionsReply>()
  const ending = useSubmission<RevokeSessionReply>()
  const sessions = useRows<OpenSession>(['sessions'], (cursor, signal) =>
    personClient().auth.listSessions({ cursor, page_size: 20 }, { signal }),
  )
  const leaveOthers = async () => {
    const left = await leaving.submit(() => personClient().auth.revokeOtherSessions())
    if (left) setSaid(words.signedOut(left.revoked))
    sessions.retry()
  }
  const leave = async (id: string) => {
    if (await ending.submit(() => personClient().auth.revokeSession(id))) setSaid(words.signedOut(1))
    sessions.retry()
  }
  return (
    <section className="card stack not-printed" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      {sessions.error && <Trouble error={sessions.error} retry={sessions.retry} />}
      {sessions.isLoading && <Waiting rows={2} />}
      <FormTrouble error={leaving.error ?? ending.error} />
      <p role="status">{said}</p>
      <ul className="bare">
        {sessions.rows.map((one) => (
          <li key={one.id} className={classes.session}>
            <SessionFacts of={one} />
            {one.is_current ? (
              <Badge tone="paid">{words.current}</Badge>
            ) : (
              <Button look="plain" size="small" onClick={() => void leave(one.id)}>
                {words.signOutThere}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.hasMore && (
        <Button look="quiet" isBusy={sessions.isLoadingMore} onClick={sessions.loadMore}>
          {parts.more}
        </Button>
      )}
      {sessions.rows.length > 1 ? (
        <div>
          <Button look="danger" isBusy={leaving.isSending} onClick={() => void leaveOthers()}>
            {words.signOutElsewhere}
          </Button>
        </div>
      ) : (
        !sessions.isLoading && !sessions.error && <p className="muted">{words.onlyHere}</p>
      )}
    </section>
  )
}

function SessionFacts({ of: one }: { of: OpenSession }) {
  const words = useWords(accountWords)
  return (
    <div>
      <strong>{one.device ?? words.unknownDevice}</strong>
      <div className="small muted">
        {one.address && `${words.from} ${one.address} · `}
        {words.since} <When at={one.created_at} /> · {words.lastUsed}{' '}
        <When at={one.last_used_at} only="day" />
      </div>
    </div>
  )
}
