import type { Recipient } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { askingWords } from '../withdrawals/asking-words.ts'
import { useDestinations } from '../withdrawals/use-destinations.ts'
import { WhomToPay } from '../withdrawals/whom-to-pay.tsx'
import { codeOf, noWish, problemsWith, recipientOf, type WishProblem } from '../withdrawals/wish.ts'
import { recipientsWords } from './recipients-words.ts'

/** Somebody is saved to be paid: where to, and under which name. */
export default function NewRecipientScreen() {
  const words = useWords(recipientsWords)
  const asking = useWords(askingWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { nameOf } = useDestinations()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const submission = useSubmission<Recipient>()
  const [wish, setWish] = useState(noWish)
  const [isChecked, setChecked] = useState(false)
  const change = (part: Partial<typeof wish>) => {
    submission.clear()
    setWish({ ...wish, ...part })
  }
  const wrong = problemsWith(wish)
  const problem = (name: WishProblem) =>
    isChecked && wrong.includes(name) ? asking.problems[name] : undefined
  const list = `/m/${merchantId}/${environment}/recipients`
  const save = async () => {
    setChecked(true)
    const body = recipientOf(wish, nameOf(codeOf(wish)))
    const saved = body && (await submission.submit((options) => malipo.recipients.create(body, options)))
    if (!saved) return
    void queries.invalidateQueries({ queryKey: [...key, 'recipients'] })
    await navigate({ to: `${list}/${saved.id}` })
  }
  const isTest = environment === 'sandbox'
  return (
    <div className="stack" style={{ width: '100%', maxWidth: '34rem' }}>
      <PageHead
        title={isTest ? words.newTest : words.new}
        above={<WayBack to={list}>{words.title}</WayBack>}
      />
      <div className="card">
        <Form submission={submission} onSubmit={() => void save()}>
          <WhomToPay {...{ wish, change, problem }} />
          <p className="muted">{isTest ? words.afterwardsTest : words.afterwards}</p>
          <Button type="submit" size="large" isBusy={submission.isSending}>
            {isTest ? words.saveTest : words.save}
          </Button>
        </Form>
      </div>
    </div>
  )
}
