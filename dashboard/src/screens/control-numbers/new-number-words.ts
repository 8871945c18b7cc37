import { bothLanguages } from '../../words/words.ts'

/** What the form of a new control number says. */
export const newNumberWords = bothLanguages(
  {
    kind: 'What is it for?',
    orderHint: 'It is paid once, or in parts until all is there, and then takes nothing more.',
    customerHint: 'The same person can pay with it every month.',
    mode: 'How much may be paid?',
    exact: 'Exactly one amount',
    parts: 'In parts, up to an amount',
    upTo: 'Up to an amount each time',
    any: 'Whatever the payer sends',
    amount: 'Amount',
    amountHint: 'In shillings, like 25,000',
    text: 'What for',
    textHint: 'Optional, like “Order 1042”.',
    reference: 'Your reference',
    referenceHint: 'Optional. Your own number for it; it is found by this, too.',
    ends: 'Last day',
    endsHint: 'Optional. It closes at the end of this day.',
    forCustomer: (name: string) => `For ${name}.`,
    make: 'Make control number',
    makeTest: 'Make test control number',
    noAmount: 'Enter an amount, like 25,000.',
    past: 'Choose today or a later day.',
  },
  {
    kind: 'Ni ya nini?',
    orderHint: 'Inalipwa mara moja, au kwa sehemu hadi ikamilike, kisha haipokei tena.',
    customerHint: 'Mtu yule yule anaweza kuilipa kila mwezi.',
    mode: 'Kiasi gani kinaweza kulipwa?',
    exact: 'Kiasi kimoja kamili',
    parts: 'Kwa sehemu, hadi kiasi fulani',
    upTo: 'Hadi kiasi fulani kila mara',
    any: 'Chochote anachotuma mlipaji',
    amount: 'Kiasi',
    amountHint: 'Kwa shilingi, mfano 25,000',
    text: 'Ya nini',
    textHint: 'Si lazima, mfano “Oda 1042”.',
    reference: 'Kumbukumbu yako',
    referenceHint: 'Si lazima. Namba yako mwenyewe; inapatikana kwa hiyo pia.',
    ends: 'Siku ya mwisho',
    endsHint: 'Si lazima. Inafungwa mwisho wa siku hii.',
    forCustomer: (name: string) => `Kwa ${name}.`,
    make: 'Tengeneza namba ya malipo',
    makeTest: 'Tengeneza namba ya malipo ya majaribio',
    noAmount: 'Andika kiasi, mfano 25,000.',
    past: 'Chagua leo au siku ya baadaye.',
  },
)

/** What is said where many are made of a file. */
export const manyNumbersWords = bothLanguages(
  {
    title: 'Many control numbers',
    titleTest: 'Many control numbers (test)',
    fileHint: 'Drop it here, or choose it. Up to 1,000 rows and 1 MB.',
    template: 'Download the template',
    templateText:
      'A spreadsheet with the columns and three examples: an order, an order in parts, a customer who pays again and again. Fill it in and save it as “CSV UTF-8”. Columns customer_id and invoice_id may be added.',
    tooLarge: 'It is larger than 1 MB. Make two files of it.',
    unreadable:
      'The rows cannot be read. The first line must name the columns, as in the template; each quote that is opened must be closed.',
    problemsText:
      'They are made all together or not at all. Mend these rows in your spreadsheet, save it, and send it again. No number was made.',
    make: 'Make control numbers',
    makeTest: 'Make test control numbers',
    made: (count: number) => (count === 1 ? '1 control number is made' : `${count} control numbers are made`),
    madeText: 'They can be paid now. Save them as a file before you leave: each row has its number there.',
    save: 'Save as CSV',
    more: 'Make more',
  },
  {
    title: 'Namba nyingi za malipo',
    titleTest: 'Namba nyingi za malipo (jaribio)',
    fileHint: 'Liburute hapa, au lichague. Hadi mistari 1,000 na MB 1.',
    template: 'Pakua kiolezo',
    templateText:
      'Jedwali lenye safu na mifano mitatu: oda, oda kwa sehemu, mteja anayelipa mara nyingi. Lijaze na ulihifadhi kama “CSV UTF-8”. Safu customer_id na invoice_id zinaweza kuongezwa.',
    tooLarge: 'Ni kubwa kuliko MB 1. Ligawe kuwa mafaili mawili.',
    unreadable:
      'Mistari haisomeki. Mstari wa kwanza lazima utaje safu, kama kwenye kiolezo; kila alama ya nukuu inayofunguliwa lazima ifungwe.',
    problemsText:
      'Zinatengenezwa zote kwa pamoja au hazitengenezwi kabisa. Rekebisha mistari hii kwenye jedwali lako, lihifadhi, kisha ulitume tena. Hakuna namba iliyotengenezwa.',
    make: 'Tengeneza namba za malipo',
    makeTest: 'Tengeneza namba za malipo za majaribio',
    made: (count: number) =>
      count === 1 ? 'Namba 1 ya malipo imetengenezwa' : `Namba ${count} za malipo zimetengenezwa`,
    madeText:
      'Zinaweza kulipwa sasa. Zihifadhi kama faili kabla ya kuondoka: kila mstari una namba yake humo.',
    save: 'Hifadhi kama CSV',
    more: 'Tengeneza nyingine',
  },
)

/** What is said where somebody plays the payer, in the sandbox. */
export const testBillWords = bothLanguages(
  {
    title: 'Pay it as a test',
    text: 'As a payer would at their phone. No real money moves.',
    amount: 'Amount',
    noAmount: 'Enter an amount, like 25,000.',
    pay: 'Pay test bill',
    outcomes: {
      paid: 'The payer has paid.',
      refused: 'The network took no money:',
      declined: 'The payer could not pay.',
    },
    answers: {
      payable: 'it may be paid.',
      unknown: 'nobody has this number.',
      closed: 'the number takes no payment now.',
      too_low: 'the amount is too low.',
      too_high: 'the amount is too high.',
      no_answer: 'there was no answer in time.',
    },
    see: 'See the payment',
  },
  {
    title: 'Ilipe kwa jaribio',
    text: 'Kama mlipaji angefanya kwenye simu yake. Hakuna pesa halisi inayohama.',
    amount: 'Kiasi',
    noAmount: 'Andika kiasi, mfano 25,000.',
    pay: 'Lipa bili ya majaribio',
    outcomes: {
      paid: 'Mlipaji amelipa.',
      refused: 'Mtandao haukuchukua pesa:',
      declined: 'Mlipaji hakuweza kulipa.',
    },
    answers: {
      payable: 'inaweza kulipwa.',
      unknown: 'hakuna mwenye namba hii.',
      closed: 'namba haipokei malipo sasa.',
      too_low: 'kiasi ni kidogo mno.',
      too_high: 'kiasi ni kikubwa mno.',
      no_answer: 'jibu halikuja kwa wakati.',
    },
    see: 'Ona malipo',
  },
)
