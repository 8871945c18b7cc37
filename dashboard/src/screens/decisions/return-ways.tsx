import type { WithdrawalDossier } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { returnWords } from './return-words.ts'
import type { Decision } from './use-decision.ts'
import { askedAgain, readPlace } from './where-back.ts'
import { useAsked, WhereBackFields } from './where-back-fields.tsx'

type Props = { of: WithdrawalDossier; decision: Decision<WithdrawalDossier> }

/** Money of a payer whose refund did not arrive: it waits until somebody sends it once more. */
export default function ReturnWays({ of, decision }: Props) {
  const words = useWords(returnWords)
  const { environment } = useAdmin()
  const [isOpen, setOpen] = useState(false)
  const turn = (next: boolean) => {
    decision.submission.clear()
    setOpen(next)
  }
  return (
    <>
      <p>{words.againText}</p>
      <div>
        <Button look="plain" aria-expanded={isOpen} onClick={() => turn(!isOpen)}>
          {environment === 'sandbox' ? words.againTest : words.again}
        </Button>
      </div>
      {isOpen && <AgainForm of={of} decision={decision} onEnd={() => turn(false)} />}
    </>
  )
}

function AgainForm({ of, decision, onEnd }: Props & { onEnd(): void }) {
  const words = useWords(returnWords)
  const { noteOptional, noteHint } = useWords(decisionWords)
  const { malipo, at } = useAdmin()
  const { submission } = decision
  const asked = useAsked(askedAgain(of), submission.problems)
  const send = (fields: FormData) => {
    const note = String(fields.get('note') ?? '').trim()
    const body = { ...(note !== '' && { note }), ...readPlace(fields) }
    void decision.decide(
      (options) => malipo.admin.withdrawals.returnAgain(of.id, body, options),
      ({ id }) => (
        <>
          <p>{words.againDone}</p>
          <Link to={`${at}/withdrawals/${id}`}>{words.openRefund}</Link>
        </>
      ),
    )
  }
  return (
    <div className={classes.chosen}>
      <Form submission={submission} onSubmit={send}>
        <WhereBackFields asked={asked} />
        <AreaField name="note" label={noteOptional} hint={noteHint} maxLength={1000} autoFocus />
        <FormEnd isSending={submission.isSending} onCancel={onEnd}>
          {words.againNow(formatMoney(of.amount, of.currency))}
        </FormEnd>
      </Form>
    </div>
  )
}
