import { bothLanguages } from '../words/words.ts'

const payout = bothLanguages(
  {
    erased: 'Erased.',
    text: (sum: string, who: string) => `${sum} to ${who}.`,
    noted: (sum: string, who: string, note: string) => `${sum} to ${who}: ${note}`,
  },
  {
    erased: 'Imefutwa.',
    text: (sum: string, who: string) => `${sum} kwa ${who}.`,
    noted: (sum: string, who: string, note: string) => `${sum} kwa ${who}: ${note}`,
  },
)

const batch = bothLanguages(
  {
    erased: 'Erased.',
    text: (name: string, rows: string, sum: string) => `${name}: ${rows} rows, ${sum}.`,
    noted: (name: string, rows: string, sum: string, note: string) =>
      `${name}: ${rows} rows, ${sum}. ${note}`,
  },
  {
    erased: 'Imefutwa.',
    text: (name: string, rows: string, sum: string) => `${name}: mistari ${rows}, ${sum}.`,
    noted: (name: string, rows: string, sum: string, note: string) =>
      `${name}: mistari ${rows}, ${sum}. ${note}`,
  },
)

/** A merchant reads why, where somebody wrote it. */
const perhapsNoted = (title: string, text: string) => ({
  title,
  text,
  noted: (note: string) => `${text} ${note}`,
})

/** What merchants are told, by its kind, word by word as the service writes it in English. */
export const noticeWords = bothLanguages(
  {
    'withdrawal.info_requested': { title: 'We need more information about a withdrawal', ...payout.en },
    'withdrawal.processing': { title: 'A withdrawal was approved', ...payout.en },
    'withdrawal.rejected': { title: 'A withdrawal was rejected', ...payout.en },
    'withdrawal.cancelled': { title: 'A withdrawal was cancelled', ...payout.en },
    'withdrawal.success': { title: 'A withdrawal was paid out', ...payout.en },
    'withdrawal.failed': { title: 'A withdrawal failed', ...payout.en },
    'withdrawal.reversed': { title: 'A withdrawal came back', ...payout.en },
    'refund.info_requested': { title: 'We need more information about a refund', ...payout.en },
    'refund.processing': { title: 'A refund was approved', ...payout.en },
    'refund.rejected': { title: 'A refund was rejected', ...payout.en },
    'refund.cancelled': { title: 'A refund was cancelled', ...payout.en },
    'refund.success': { title: 'A refund was paid out', ...payout.en },
    'refund.failed': { title: 'A refund failed', ...payout.en },
    'refund.reversed': { title: 'A refund came back', ...payout.en },
    'disbursement_batch.info_requested': {
      title: 'We need more information about a batch of payouts',
      ...batch.en,
    },
    'disbursement_batch.processing': {
      title: 'A batch of payouts was approved',
      resumed: 'A batch of payouts goes on',
      ...batch.en,
    },
    'disbursement_batch.paused': { title: 'A batch of payouts is paused', ...batch.en },
    'disbursement_batch.rejected': { title: 'A batch of payouts was rejected', ...batch.en },
    'disbursement_batch.cancelled': { title: 'A batch of payouts was cancelled', ...batch.en },
    'disbursement_batch.done': { title: 'A batch of payouts is done', ...batch.en },
    'merchant.verified': perhapsNoted('Your business is verified', 'You can withdraw money now.'),
    'merchant.verification_pending': perhapsNoted(
      'Your business is being looked at',
      'We look at your documents, and tell you.',
    ),
    'merchant.not_verified': perhapsNoted(
      'Your business is not verified',
      'Send in documents again, or ask us.',
    ),
    'merchant.activated': perhapsNoted('Your business is active again', 'Payments are taken as before.'),
    'merchant.suspended': perhapsNoted(
      'Your business is suspended',
      'Live payments and withdrawals are refused until it is active again.',
    ),
    'recipient.saved': {
      title: 'A recipient was saved',
      text: (who: string, whom: string, since: string) =>
        `${who} saved ${whom}. ${since} If you do not know it, block it now.`,
    },
    'recipient.unblocked': {
      title: 'A recipient was unblocked',
      text: (who: string, whom: string, since: string) =>
        `${who} unblocked ${whom}. ${since} If this was not meant to be, block it again.`,
    },
    'recipient.settings_changed': {
      title: 'How recipients are treated was changed',
      text: (who: string, now: string) =>
        `${who} changed it. Now: ${now} If this was not meant to be, change it back and look at who is in the team.`,
      later: (who: string, now: string, at: string, next: string) =>
        `${who} changed it. Now: ${now} From ${at} on: ${next} If this was not meant to be, change it back and look at who is in the team.`,
    },
    'api_key.new_address': {
      title: 'A live key was used from a new address',
      text: (name: string, lastFour: string, address: string, at: string) =>
        `The live key "${name}" (…${lastFour}) was used from ${address} for the first time, at ${at}. If that is one of your servers, there is nothing to do. If it is not, somebody else has the key: rotate it now, and list the addresses that it may be used from.`,
    },
    'api_key.expires': {
      lastDay: 'A live key ends within a day',
      lastTestDay: 'A sandbox key ends within a day',
      days: (days: string) => `A live key ends in ${days} days`,
      testDays: (days: string) => `A sandbox key ends in ${days} days`,
      text: (name: string, lastFour: string, end: string) =>
        `The live key "${name}" (…${lastFour}) works until ${end}, and after that its calls are refused. Rotate it, or make a new one, and put it where the old one is used.`,
      testText: (name: string, lastFour: string, end: string) =>
        `The sandbox key "${name}" (…${lastFour}) works until ${end}, and after that its calls are refused. Rotate it, or make a new one, and put it where the old one is used.`,
    },
    'webhook.switched_off': {
      title: 'Your webhook address was switched off',
      text: (url: string, why: string, what: string, since: string) =>
        `${url} ${why}, so events are no longer sent there. When it works again, ${what} to switch it on, and replay the events since ${since}. Until then you can read them with GET /v1/merchant/events.`,
    },
    'fiscal.credit_note_due': {
      title: (number: string) => `Fiscal receipt ${number} needs a credit note`,
      text: (payment: string) =>
        `Payment ${payment}: Money of this payment went back after its fiscal receipt was issued. The receipt stays valid: issue a credit note for it at the tax authority yourself.`,
    },
    'fiscal.receipts_recovered': {
      title: (first: string, last: string) => `Fiscal receipts ${first} to ${last} are known again`,
      text: (found: string) =>
        `The tax authority had issued them, and our records were set back to an earlier moment. ${found}`,
    },
  },
  {
    'withdrawal.info_requested': {
      title: 'Tunahitaji maelezo zaidi kuhusu ombi la kutoa pesa',
      ...payout.sw,
    },
    'withdrawal.processing': { title: 'Ombi la kutoa pesa limeidhinishwa', ...payout.sw },
    'withdrawal.rejected': { title: 'Ombi la kutoa pesa limekataliwa', ...payout.sw },
    'withdrawal.cancelled': { title: 'Ombi la kutoa pesa limefutwa', ...payout.sw },
    'withdrawal.success': { title: 'Pesa ulizotoa zimetumwa', ...payout.sw },
    'withdrawal.failed': { title: 'Kutoa pesa kumeshindikana', ...payout.sw },
    'withdrawal.reversed': { title: 'Pesa ulizotoa zimerudi', ...payout.sw },
    'refund.info_requested': {
      title: 'Tunahitaji maelezo zaidi kuhusu ombi la kurudisha pesa',
      ...payout.sw,
    },
    'refund.processing': { title: 'Ombi la kurudisha pesa limeidhinishwa', ...payout.sw },
    'refund.rejected': { title: 'Ombi la kurudisha pesa limekataliwa', ...payout.sw },
    'refund.cancelled': { title: 'Ombi la kurudisha pesa limefutwa', ...payout.sw },
    'refund.success': { title: 'Pesa ulizorudisha zimetumwa', ...payout.sw },
    'refund.failed': { title: 'Kurudisha pesa kumeshindikana', ...payout.sw },
    'refund.reversed': { title: 'Pesa ulizorudisha zimerudi kwako', ...payout.sw },
    'disbursement_batch.info_requested': {
      title: 'Tunahitaji maelezo zaidi kuhusu kundi la malipo',
      ...batch.sw,
    },
    'disbursement_batch.processing': {
      title: 'Kundi la malipo limeidhinishwa',
      resumed: 'Kundi la malipo linaendelea',
      ...batch.sw,
    },
    'disbursement_batch.paused': { title: 'Kundi la malipo limesimama', ...batch.sw },
    'disbursement_batch.rejected': { title: 'Kundi la malipo limekataliwa', ...batch.sw },
    'disbursement_batch.cancelled': { title: 'Kundi la malipo limefutwa', ...batch.sw },
    'disbursement_batch.done': { title: 'Kundi la malipo limekamilika', ...batch.sw },
    'merchant.verified': perhapsNoted('Biashara yako imethibitishwa', 'Sasa unaweza kutoa pesa.'),
    'merchant.verification_pending': perhapsNoted(
      'Biashara yako inaangaliwa',
      'Tunaangalia nyaraka zako, kisha tutakujulisha.',
    ),
    'merchant.not_verified': perhapsNoted('Biashara yako haijathibitishwa', 'Tuma nyaraka tena, au tuulize.'),
    'merchant.activated': perhapsNoted('Biashara yako inafanya kazi tena', 'Malipo yanapokelewa kama awali.'),
    'merchant.suspended': perhapsNoted(
      'Biashara yako imesimamishwa',
      'Malipo halisi na kutoa pesa vinakataliwa hadi ifanye kazi tena.',
    ),
    'recipient.saved': {
      title: 'Mpokeaji amehifadhiwa',
      text: (who: string, whom: string, since: string) =>
        `${who} amehifadhi ${whom}. ${since} Kama humjui mpokeaji huyu, mzuie sasa.`,
    },
    'recipient.unblocked': {
      title: 'Mpokeaji hazuiwi tena',
      text: (who: string, whom: string, since: string) =>
        `${who} ameacha kuzuia ${whom}. ${since} Kama haikukusudiwa, mzuie tena.`,
    },
    'recipient.settings_changed': {
      title: 'Masharti ya wapokeaji yamebadilishwa',
      text: (who: string, now: string) =>
        `${who} ameyabadilisha. Sasa: ${now} Kama haikukusudiwa, yarudishe na uangalie nani yuko kwenye timu.`,
      later: (who: string, now: string, at: string, next: string) =>
        `${who} ameyabadilisha. Sasa: ${now} Kuanzia ${at}: ${next} Kama haikukusudiwa, yarudishe na uangalie nani yuko kwenye timu.`,
    },
    'api_key.new_address': {
      title: 'Ufunguo halisi umetumika kutoka anwani mpya',
      text: (name: string, lastFour: string, address: string, at: string) =>
        `Ufunguo halisi "${name}" (…${lastFour}) umetumika kutoka ${address} kwa mara ya kwanza, ${at}. Kama ni seva yako, huhitaji kufanya chochote. Kama siyo, mtu mwingine ana ufunguo huo: ubadilishe sasa, na uorodheshe anwani zinazoruhusiwa kuutumia.`,
    },
    'api_key.expires': {
      lastDay: 'Ufunguo halisi unaisha ndani ya siku moja',
      lastTestDay: 'Ufunguo wa majaribio unaisha ndani ya siku moja',
      days: (days: string) => `Ufunguo halisi unaisha baada ya siku ${days}`,
      testDays: (days: string) => `Ufunguo wa majaribio unaisha baada ya siku ${days}`,
      text: (name: string, lastFour: string, end: string) =>
        `Ufunguo halisi "${name}" (…${lastFour}) unafanya kazi hadi ${end}, kisha maombi yake yatakataliwa. Ubadilishe, au tengeneza mpya, na uuweke mahali wa zamani unapotumika.`,
      testText: (name: string, lastFour: string, end: string) =>
        `Ufunguo wa majaribio "${name}" (…${lastFour}) unafanya kazi hadi ${end}, kisha maombi yake yatakataliwa. Ubadilishe, au tengeneza mpya, na uuweke mahali wa zamani unapotumika.`,
    },
    'webhook.switched_off': {
      title: 'Anwani yako ya webhook imezimwa',
      text: (url: string, why: string, what: string, since: string) =>
        `${url} ${why}, kwa hiyo matukio hayatumwi tena hapo. Ikifanya kazi tena, ${what} ili kuiwasha, kisha tuma tena matukio ya tangu ${since}. Hadi hapo unaweza kuyasoma kwa GET /v1/merchant/events.`,
    },
    'fiscal.credit_note_due': {
      title: (number: string) => `Risiti ya kodi ${number} inahitaji hati ya marejesho`,
      text: (payment: string) =>
        `Malipo ${payment}: Pesa za malipo haya zilirudi baada ya risiti ya kodi kutolewa. Risiti bado ni halali: toa wewe mwenyewe hati ya marejesho kwenye mamlaka ya kodi.`,
    },
    'fiscal.receipts_recovered': {
      title: (first: string, last: string) => `Risiti za kodi ${first} hadi ${last} zinajulikana tena`,
      text: (found: string) =>
        `Mamlaka ya kodi ilikuwa imezitoa, na kumbukumbu zetu zilirudishwa wakati wa nyuma. ${found}`,
    },
  },
)
