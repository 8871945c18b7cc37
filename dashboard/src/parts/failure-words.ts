import type { FailureCode } from '@malipo/sdk'
import { bothLanguages } from '../words/words.ts'

/** Why a payment failed, in few words. */
export const failureWords = bothLanguages<Record<FailureCode, string>>(
  {
    declined: 'Declined on the phone',
    insufficient_funds: 'Not enough money',
    wrong_pin: 'Wrong PIN',
    expired: 'Nobody answered in time',
    cancelled: 'Cancelled',
    invalid_number: 'No mobile money on this number',
    limit: 'Over the payer’s limit',
    refused: 'Refused by the network',
    rejected: 'Declined by an operator',
  },
  {
    declined: 'Amekataa kwenye simu',
    insufficient_funds: 'Salio halitoshi',
    wrong_pin: 'Namba ya siri si sahihi',
    expired: 'Muda wa kujibu uliisha',
    cancelled: 'Imefutwa',
    invalid_number: 'Namba haijasajiliwa kwa malipo ya simu',
    limit: 'Kiasi kimezidi kikomo cha mlipaji',
    refused: 'Mtandao umekataa',
    rejected: 'Msimamizi amekataa',
  },
)
