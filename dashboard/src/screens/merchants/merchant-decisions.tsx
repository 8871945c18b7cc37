import type { AdminMerchant, MerchantDossier } from '@malipo/sdk'
import { useState } from 'react'
import { DecideDialog } from '../../admin/decide-dialog.tsx'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { merchantsWords } from './merchants-words.ts'

type Props = { of: MerchantDossier; onDone(): void }
/** Whether the reader is one of its people: then they may stop it, and give it nothing. */
type Own = { isOwn: boolean }

/** What may be decided about a merchant now. */
export function MerchantDecisions({ of: one, onDone }: Props) {
  const words = useWords(merchantsWords)
  const isOwn = useMe().merchants.some(({ merchant_id: id }) => id === one.merchant_id)
  return (
    <>
      {isOwn && <p className="card">{words.own}</p>}
      <section className="card stack" aria-labelledby="verifying">
        <h2 id="verifying">{words.verification}</h2>
        <Verifying of={one} isOwn={isOwn} onDone={onDone} />
      </section>
      <section className="card stack" aria-labelledby="working">
        <h2 id="working">{words.state}</h2>
        <Working of={one} isOwn={isOwn} onDone={onDone} />
      </section>
      {!isOwn && <ThresholdForm key={one.hold_threshold} of={one} onDone={onDone} />}
    </>
  )
}

function Verifying({ of: { merchant_id, verification_status }, isOwn, onDone }: Props & Own) {
  const words = useWords(merchantsWords)
  const { malipo } = useAdmin()
  const change = (next: 'verified' | 'unverified') => (note: string | undefined) =>
    malipo.admin.merchants.update(merchant_id, { verification_status: next, ...(note && { note }) })
  const isVerified = verification_status === 'verified'
  return (
    <>
      <p className="muted">{words.verifications[verification_status]}</p>
      <div className="row">
        {!isVerified && !isOwn && (
          <DecideDialog
            label={words.verify}
            look="main"
            title={words.verify}
            note="possible"
            noteHint={words.merchantReads}
            send={change('verified')}
            onDone={onDone}
          >
            <p>{words.verifyText}</p>
          </DecideDialog>
        )}
        {verification_status !== 'unverified' && (
          <DecideDialog
            label={isVerified ? words.takeBack : words.refuse}
            look="danger"
            title={isVerified ? words.takeBack : words.refuse}
            note="needed"
            noteHint={words.merchantReads}
            send={change('unverified')}
            onDone={onDone}
          >
            <p>{words.refuseText}</p>
          </DecideDialog>
        )}
      </div>
    </>
  )
}

function Working({ of: { merchant_id, name, is_active }, isOwn, onDone }: Props & Own) {
  const words = useWords(merchantsWords)
  const { malipo } = useAdmin()
  const change = (note: string | undefined) =>
    malipo.admin.merchants.update(merchant_id, { is_active: !is_active, ...(note && { note }) })
  const shared = { noteHint: words.merchantReads, send: change, onDone, typed: name }
  if (is_active)
    return (
      <>
        <p className="muted">{words.isActive}</p>
        <div>
          <DecideDialog
            {...shared}
            label={words.suspend}
            look="danger"
            title={words.suspendTitle(name)}
            note="needed"
          >
            <p>{words.suspendText}</p>
          </DecideDialog>
        </div>
      </>
    )
  if (isOwn) return <p className="muted">{words.isSuspended}</p>
  return (
    <>
      <p className="muted">{words.isSuspended}</p>
      <div>
        <DecideDialog
          {...shared}
          label={words.activate}
          look="main"
          title={words.activateTitle(name)}
          note="possible"
        >
          <p>{words.activateText}</p>
        </DecideDialog>
      </div>
    </>
  )
}

function ThresholdForm({ of: one, onDone }: Props) {
  const words = useWords(merchantsWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<AdminMerchant>()
  const [isWrong, setWrong] = useState(false)
  const send = async (fields: FormData) => {
    const typed = String(fields.get('hold_threshold') ?? '').trim()
    const amount = typed === '' ? null : readAmount(typed)
    setWrong(amount === undefined)
    if (amount === undefined) return
    const reply = await submission.submit(() =>
      malipo.admin.merchants.update(one.merchant_id, { hold_threshold: amount }),
    )
    if (reply !== undefined) onDone()
  }
  return (
    <section className="card stack" aria-labelledby="threshold">
      <h2 id="threshold">{words.threshold}</h2>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField
          name="hold_threshold"
          label={words.thresholdAmount}
          hint={words.thresholdHint}
          inputMode="decimal"
          defaultValue={one.hold_threshold ?? ''}
          problem={isWrong ? words.amountWrong : undefined}
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.setThreshold}
          </Button>
        </div>
      </Form>
    </section>
  )
}
