import { bothLanguages } from '../../words/words.ts'

export const creditNoteWords = bothLanguages(
  {
    title: 'Credit notes',
    none: 'Nothing of it is credited.',
    pdf: 'PDF',
    pdfOf: (number: string) => `PDF of ${number}`,
    issue: 'Issue credit note',
    issueTest: 'Issue test credit note',
    text: 'It lowers what is due. What was paid already counts as given back by you outside, and can then no longer be refunded here. It moves no money: to send money back, refund the payment, and its credit note comes by itself.',
    amount: 'Amount',
    amountWrong: 'Enter an amount, like 25,000.',
    reason: 'Reason',
    reasonHint: 'Your customer reads it on the credit note.',
    send: 'Issue it',
    sendTest: 'Issue it (test)',
  },
  {
    title: 'Hati za punguzo',
    none: 'Hakuna deni lililoondolewa.',
    pdf: 'PDF',
    pdfOf: (number: string) => `PDF ya ${number}`,
    issue: 'Toa hati ya punguzo',
    issueTest: 'Toa hati ya punguzo ya majaribio',
    text: 'Inapunguza kinachodaiwa. Kilichokwisha lipwa huhesabiwa kuwa umekirudisha mwenyewe nje ya hapa, na hakiwezi kurudishwa tena hapa. Haihamishi pesa: kurudisha pesa, rudisha malipo, na hati yake itatoka yenyewe.',
    amount: 'Kiasi',
    amountWrong: 'Andika kiasi, mfano 25,000.',
    reason: 'Sababu',
    reasonHint: 'Mteja wako anaisoma kwenye hati.',
    send: 'Itoe',
    sendTest: 'Itoe (majaribio)',
  },
)
