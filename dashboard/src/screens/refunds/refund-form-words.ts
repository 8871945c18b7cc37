import { bothLanguages } from '../../words/words.ts'

/** What the form says that gives a payment back. */
export const refundFormWords = bothLanguages(
  {
    text: 'The money goes back to whoever paid, once a person has approved it.',
    unknown:
      'Nobody has told us who paid. Say where the money goes back to; whoever approves it is warned, and looks closely.',
    networkHint: 'The number that paid does not tell its network.',
    amount: 'Amount',
    amountHint: (left: string) => `Up to ${left}: what is left of the payment.`,
    reason: 'Why',
    creditNote: 'Credit the invoice with it',
    creditNoteHint: 'A credit note is issued when it is paid. Without it the invoice is due again.',
    note: 'Note',
    noteHint: 'Optional. For your people and whoever approves; the customer does not see it.',
    back: 'Goes back',
    charges: 'Charges',
    feeReturned: 'Fee given back to you',
    feeReturnedWhy: 'What you paid for the payment, in proportion, once it has gone back',
    leftAfter: 'Left of the payment after it',
    send: 'Ask for the refund',
    sendTest: 'Ask for the test refund',
  },
  {
    text: 'Pesa zinarudi kwa aliyelipa, baada ya mtu kuidhinisha.',
    unknown: 'Aliyelipa hajulikani. Sema pesa zirudi wapi; anayeidhinisha ataonywa na kukagua kwa makini.',
    networkHint: 'Namba iliyolipa haionyeshi mtandao wake.',
    amount: 'Kiasi',
    amountHint: (left: string) => `Hadi ${left}: kilichobaki cha malipo.`,
    reason: 'Sababu',
    creditNote: 'Iondolewe kwenye deni la ankara',
    creditNoteHint: 'Hati ya punguzo hutolewa pesa ikirudi. Bila hivyo ankara inadaiwa tena.',
    note: 'Maelezo',
    noteHint: 'Si lazima. Ni ya watu wako na anayeidhinisha; mteja hayaoni.',
    back: 'Zinazorudi',
    charges: 'Makato',
    feeReturned: 'Makato unayorudishiwa',
    feeReturnedWhy: 'Ulichokatwa kwenye malipo, kwa uwiano, pesa zikirudi',
    leftAfter: 'Zitakazobaki za malipo',
    send: 'Omba kurudisha',
    sendTest: 'Omba kurudisha (majaribio)',
  },
)
