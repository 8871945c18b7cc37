import type { PayoutRecipient, WithdrawalDossier } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { Money } from '../../parts/money.tsx'
import { nameCheckWords } from '../../parts/name-check-words.ts'
import { Status } from '../../parts/status.tsx'
import { tellName } from '../../parts/tell-name.ts'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { accountOf } from './account-of.ts'
import { decisionWords } from './decision-words.ts'
import { FactCard, Facts } from './fact-card.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

function Saved({ of: { status, created_at: at } }: { of: PayoutRecipient }) {
  const words = useWords(withdrawalWords)
  if (status === null) return words.removed
  return (
    <>
      <Status of="recipient" status={status} /> {words.savedSince} <When at={at} />
    </>
  )
}

/** To whom, and how much of it leaves and arrives. */
export function RecipientCard({ of }: { of: WithdrawalDossier }) {
  const words = useWords(withdrawalWords)
  const { id, provider, reference } = useWords(decisionWords)
  const names = useWords(nameCheckWords)
  const { at } = useAdmin()
  const { currency } = of
  return (
    <FactCard title={words.recipient}>
      <Facts
        of={[
          [words.account, <strong key="account">{accountOf(of)}</strong>],
          of.bank_account_name !== null &&
            of.bank_account_name !== of.destination_name && [words.accountName, of.bank_account_name],
          of.name_check !== null && [names.registered, tellName(of.name_check, names)],
          of.recipient !== null && [words.saved, <Saved key="saved" of={of.recipient} />],
          of.recipient?.status === 'COOLING' && [
            words.readyFrom,
            <When key="from" at={of.recipient.usable_from} />,
          ],
          [words.receives, <Money key="net" amount={of.recipient_net_amount} currency={currency} />],
          [words.fees, <Money key="fees" amount={of.total_charges} currency={currency} />],
          [words.leaves, <Money key="all" amount={of.total_reserved_amount} currency={currency} />],
          of.refund !== null && [
            words.refundOf,
            <Link key="refund" to={`${at}/payments/${of.refund.collection.collection_id}`}>
              {words.openPayment}
            </Link>,
          ],
          of.batch_id !== null && [
            words.batch,
            <Link key="batch" to={`${at}/batches/${of.batch_id}`}>
              {words.rowOf(of.row ?? 0)}
            </Link>,
          ],
          [provider, of.provider],
          of.merchant_reference !== null && [reference, of.merchant_reference],
          [id, <Copyable key="id" text={of.id} shown={`${of.id.slice(0, 8)}…`} label={id} />],
        ]}
      />
    </FactCard>
  )
}
