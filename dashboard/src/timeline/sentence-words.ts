import type { CollectionStand, NextStep, WithdrawalStand } from '@malipo/sdk'
import { bothLanguages } from '../words/words.ts'

type Sentences = {
  payment: Record<CollectionStand, string>
  withdrawal: Record<WithdrawalStand, string>
  /** What comes next; `at` is a time, where one is known. */
  next: Record<NextStep, (at: string | null) => string>
  beingChecked: string
}

/** What is true of a payment, then what comes next. */
export const sentenceWords = bothLanguages<Sentences>(
  {
    payment: {
      waiting_for_choice: 'The payer has not chosen how to pay yet.',
      being_sent: 'The request is on its way to the payer’s phone.',
      waiting_for_payer: 'The payer has been asked, and has not answered yet.',
      waiting_for_another_try: 'The last try failed; the payer may try again.',
      silent: 'No answer yet. Nobody knows whether it was paid: do not ask for the money again.',
      stuck: 'An answer came that could not be used yet. Nobody knows whether it was paid.',
      held: 'The money has come in, and is being checked before you can use it.',
      paid: 'It is paid.',
      failed: 'It was not paid.',
      returned: 'It was paid, and the money was taken back since.',
    },
    withdrawal: {
      waiting_for_approval: 'It waits for approval.',
      waiting_for_answer: 'A question about it waits for your answer.',
      waiting_to_be_sent: 'It is approved, and about to be sent.',
      being_paid: 'It is on its way to the recipient.',
      unclear: 'No answer yet. Nobody knows whether it was paid out; it is not sent again meanwhile.',
      stuck: 'An answer came that could not be used yet. Nobody knows whether it was paid out.',
      blocked: 'The provider does not let us in. The money is safe, and waits.',
      contradicted: 'The provider contradicts itself. A person looks at it.',
      paid: 'It is paid out.',
      failed: 'It was not paid out; the money is back in your balance.',
      rejected: 'It was rejected; the money is back in your balance.',
      returned: 'It was paid out, and came back since.',
    },
    next: {
      payer_chooses: (at) => (at ? `The page is open until ${at}.` : 'The page stays open.'),
      payer_tries_again: (at) => (at ? `That is possible until ${at}.` : ''),
      order_is_sent: () => 'This takes a moment.',
      provider_is_asked: (at) => (at ? `We ask the network again at ${at}.` : 'We keep asking the network.'),
      operator_decides: () => 'An operator decides about it.',
      merchant_answers: () => 'Answer it, and it goes on.',
      nothing: () => 'Nothing more is due.',
    },
    beingChecked: 'A person is looking at it, because the provider says something else.',
  },
  {
    payment: {
      waiting_for_choice: 'Mlipaji bado hajachagua njia ya kulipa.',
      being_sent: 'Ombi liko njiani kwenda kwenye simu ya mlipaji.',
      waiting_for_payer: 'Mlipaji ametumiwa ombi, bado hajajibu.',
      waiting_for_another_try: 'Jaribio la mwisho limeshindikana; mlipaji anaweza kujaribu tena.',
      silent: 'Bado hakuna jibu. Haijulikani kama amelipa: usiombe pesa tena.',
      stuck: 'Jibu limekuja lakini bado halijatumika. Haijulikani kama amelipa.',
      held: 'Pesa zimeingia, zinakaguliwa kabla hujaweza kuzitumia.',
      paid: 'Imelipwa.',
      failed: 'Haikulipwa.',
      returned: 'Ililipwa, kisha pesa zikarudishwa.',
    },
    withdrawal: {
      waiting_for_approval: 'Inasubiri idhini.',
      waiting_for_answer: 'Kuna swali linalosubiri jibu lako.',
      waiting_to_be_sent: 'Imeidhinishwa, inakaribia kutumwa.',
      being_paid: 'Iko njiani kwenda kwa mpokeaji.',
      unclear: 'Bado hakuna jibu. Haijulikani kama imetumwa; haitumwi tena kwa sasa.',
      stuck: 'Jibu limekuja lakini bado halijatumika. Haijulikani kama imetumwa.',
      blocked: 'Mtoa huduma haturuhusu kuingia. Pesa ziko salama, zinasubiri.',
      contradicted: 'Mtoa huduma anajipinga. Mtu anaikagua.',
      paid: 'Imetumwa.',
      failed: 'Haikutumwa; pesa zimerudi kwenye salio lako.',
      rejected: 'Imekataliwa; pesa zimerudi kwenye salio lako.',
      returned: 'Ilitumwa, kisha ikarudi.',
    },
    next: {
      payer_chooses: (at) => (at ? `Ukurasa uko wazi hadi ${at}.` : 'Ukurasa unabaki wazi.'),
      payer_tries_again: (at) => (at ? `Inawezekana hadi ${at}.` : ''),
      order_is_sent: () => 'Inachukua muda mfupi.',
      provider_is_asked: (at) => (at ? `Tunauliza mtandao tena saa ${at}.` : 'Tunaendelea kuuliza mtandao.'),
      operator_decides: () => 'Msimamizi ataamua.',
      merchant_answers: () => 'Lijibu ili iendelee.',
      nothing: () => 'Hakuna kinachosubiriwa.',
    },
    beingChecked: 'Mtu anaikagua, kwa sababu mtoa huduma anasema tofauti.',
  },
)
