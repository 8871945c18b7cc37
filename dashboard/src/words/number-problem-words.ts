import { bothLanguages } from './words.ts'

/** What the service says of control numbers, one by one and in the rows of a file. */
export const numberProblemWords = bothLanguages(
  {
    billNumber: 'must be the 13 digits of a control number',
    nobodyTakesNumbers:
      'must wait: no provider of this installation takes control numbers. Ask the operator; in the sandbox they can be tried',
    customerOfMerchant: 'must be the id of a customer of this merchant',
    invoiceOfMerchant: 'must be the id of an invoice of this merchant',
    amountFor: (mode: string) => `is required for ${mode}`,
    orderForInvoice: 'must be ORDER for an invoice',
    modeForInvoice: 'must be EXACT or PART for an invoice',
    noParts: 'must be EXACT: this invoice does not allow part payment',
    dueOfInvoice: (due: string) => `must be what is due of the invoice, ${due}, or left out`,
    currencyOfInvoice: (currency: string) => `must be that of the invoice, ${currency}, or left out`,
    paidInvoice: 'This invoice is already paid.',
    voidInvoice: 'This invoice is void. Write another one.',
    creditedInvoice: 'This invoice is credited whole, so that nothing of it is due.',
    currencyHere: (currencies: string) => `This currency is not supported here. Use ${currencies}.`,
  },
  {
    billNumber: 'Iwe tarakimu 13 za namba ya malipo.',
    nobodyTakesNumbers:
      'Subiri: hakuna mtoa huduma hapa anayepokea namba za malipo. Muulize mwendeshaji; kwenye majaribio unaweza kuzijaribu.',
    customerOfMerchant: 'Kiwe kitambulisho cha mteja wa biashara hii.',
    invoiceOfMerchant: 'Kiwe kitambulisho cha ankara ya biashara hii.',
    amountFor: (mode: string) => `Kinahitajika kwa ${mode}.`,
    orderForInvoice: 'Iwe ORDER kwa ankara.',
    modeForInvoice: 'Iwe EXACT au PART kwa ankara.',
    noParts: 'Iwe EXACT: ankara hii hailipwi kwa sehemu.',
    dueOfInvoice: (due: string) => `Kiwe kinachodaiwa kwenye ankara, ${due}, au kiachwe.`,
    currencyOfInvoice: (currency: string) => `Iwe sarafu ya ankara, ${currency}, au iachwe.`,
    paidInvoice: 'Ankara hii imeshalipwa.',
    voidInvoice: 'Ankara hii imefutwa. Andika nyingine.',
    creditedInvoice: 'Deni la ankara hii limeondolewa lote, hivyo hakuna kinachodaiwa.',
    currencyHere: (currencies: string) => `Sarafu hii haitumiki hapa. Tumia ${currencies}.`,
  },
)
