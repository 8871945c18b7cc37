import type { CollectionDossier } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { RadioChoices } from './radio-choices.tsx'
import { returnWords } from './return-words.ts'
import { type Decision, endingWith } from './use-decision.ts'
import { askedOf, readPlace } from './where-back.ts'
import { useAsked, WhereBackFields } from './where-back-fields.tsx'

type Declined = { refund_id?: string | null }
type Props = { of: CollectionDossier; decision: Decision<Declined>; onEnd(): void }

/** Refuses a held payment, and says what becomes of the money: it goes back to the payer, or stays where it is. */
export default function DeclineForm({ of, decision, onEnd }: Props) {
  const words = useWords(returnWords)
  const { malipo, at } = useAdmin()
  const { submission } = decision
  const [goes, setGoes] = useState<string>()
  const asked = useAsked(askedOf({ method: of.method, phone: of.customer_phone }), submission.problems)
  const send = async (fields: FormData) => {
    const isReturned = goes === 'back'
    const body = {
      note: String(fields.get('note') ?? '').trim(),
      evidence_version: of.evidence_version,
      return_to_payer: isReturned,
      ...(isReturned && readPlace(fields)),
    }
    await endingWith(decision, onEnd)(
      (options) => malipo.admin.collections.decline(of.id, body, options),
      ({ refund_id: refund }) =>
        refund == null ? (
          words.declinedStays
        ) : (
          <>
            <p>{words.declinedBack}</p>
            <Link to={`${at}/withdrawals/${refund}`}>{words.openRefund}</Link>
          </>
        ),
    )
  }
  return (
    <div className={classes.chosen}>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <RadioChoices
          name="goes"
          label={words.goes}
          onChoose={setGoes}
          isFocused
          choices={(['back', 'stays'] as const).map((value) => ({
            value,
            label: words.ways[value],
            text: words.posts[value],
          }))}
        />
        {goes === 'back' && <WhereBackFields asked={asked} />}
        <AreaField name="note" label={words.reason} hint={words.reasonHint} required maxLength={1000} />
        <FormEnd isSending={submission.isSending} look="danger" onCancel={onEnd}>
          {words.declineNow}
        </FormEnd>
      </Form>
    </div>
  )
}
