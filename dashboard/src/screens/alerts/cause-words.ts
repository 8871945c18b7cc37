import type { AlertKind } from '@malipo/contract'
import { bothLanguages } from '../../words/words.ts'

type Told = { title(about: string): string; text(count: string, about: string): string }

/** What each cause is called, and what it asks for. The service tells them in English, for the mail; here they are told to whoever reads. */
const english: Record<AlertKind, Told> = {
  withdrawals_waiting: {
    title: () => 'Withdrawals wait for a decision',
    text: (count) => `${count} have waited too long.`,
  },
  payments_held: {
    title: () => 'Held payments wait for clearance',
    text: (count) => `${count} have waited too long.`,
  },
  payouts_unclear: {
    title: () => 'Payouts are unclear',
    text: (count) => `${count} have waited too long.`,
  },
  payments_stuck: {
    title: () => 'Payments cannot go on',
    text: (count) => `${count} of them.`,
  },
  discrepancies_open: {
    title: (kind) => `Open discrepancies: ${kind}`,
    text: (count) => `${count} of them. What a provider says is not what we hold.`,
  },
  dead_letters: {
    title: (provider) => `Callbacks of ${provider} could not be carried out`,
    text: (count) => `${count} of them.`,
  },
  float_low: {
    title: (provider) => `The float at ${provider} is low`,
    text: () => 'Top it up, or payouts have to wait.',
  },
  provider_silent: {
    title: (provider) => `${provider} does not answer`,
    text: () => 'It is left alone for a while.',
  },
  provider_stopped: {
    title: (provider) => `${provider} is stopped`,
    text: () => 'A Super Admin said so: it gets nothing new.',
  },
  fiscal_receipts_late: {
    title: () => 'Fiscal receipts wait for the tax authority',
    text: (count) => `${count} of them.`,
  },
  fiscal_receipts_failed: {
    title: () => 'The tax authority refused fiscal receipts',
    text: (count) => `${count} of them.`,
  },
  fiscal_counter_behind: {
    title: () => 'The tax authority has fiscal receipts that were forgotten here',
    text: (count) => `Receipts of ${count} businesses wait until the operator has written them down again.`,
  },
  restored: {
    title: () => 'The database was restored, and payouts wait',
    text: () =>
      'What waits here may have been paid since. Reconcile every day since then; the operator then lets payouts go.',
  },
  books_red: {
    title: () => 'The books do not hold',
    text: (_, check) => `It should be so: ${check}.`,
  },
  books_unchecked: {
    title: () => 'The books were not checked for too long',
    text: () => 'Nobody knows whether they hold. See that a worker runs.',
  },
  documents_uploaded: {
    title: (merchant) => `${merchant} sent in documents`,
    text: () => 'They wait to be looked at.',
  },
}

export const causeWords = bothLanguages(english, {
  withdrawals_waiting: {
    title: () => 'Maombi ya kutoa pesa yanasubiri uamuzi',
    text: (count) => `${count} yamesubiri muda mrefu.`,
  },
  payments_held: {
    title: () => 'Malipo yaliyozuiwa yanasubiri kuruhusiwa',
    text: (count) => `${count} yamesubiri muda mrefu.`,
  },
  payouts_unclear: {
    title: () => 'Kuna pesa zilizotumwa zisizo na jibu',
    text: (count) => `${count} zimesubiri muda mrefu.`,
  },
  payments_stuck: {
    title: () => 'Kuna malipo yaliyokwama',
    text: (count) => `Idadi: ${count}.`,
  },
  discrepancies_open: {
    title: (kind) => `Tofauti zilizo wazi: ${kind}`,
    text: (count) => `Idadi: ${count}. Anachosema mtoa huduma sicho tulicho nacho.`,
  },
  dead_letters: {
    title: (provider) => `Taarifa za ${provider} hazikuweza kutekelezwa`,
    text: (count) => `Idadi: ${count}.`,
  },
  float_low: {
    title: (provider) => `Salio letu kwa ${provider} ni dogo`,
    text: () => 'Liongeze, la sivyo malipo yatasubiri.',
  },
  provider_silent: {
    title: (provider) => `${provider} hajibu`,
    text: () => 'Ameachwa kwa muda.',
  },
  provider_stopped: {
    title: (provider) => `${provider} amesimamishwa`,
    text: () => 'Msimamizi mkuu ameamua: hapewi chochote kipya.',
  },
  fiscal_receipts_late: {
    title: () => 'Risiti za kodi zinasubiri mamlaka ya kodi',
    text: (count) => `Ziko ${count}.`,
  },
  fiscal_receipts_failed: {
    title: () => 'Mamlaka ya kodi imekataa risiti za kodi',
    text: (count) => `Ziko ${count}.`,
  },
  fiscal_counter_behind: {
    title: () => 'Mamlaka ya kodi ina risiti za kodi zilizosahaulika hapa',
    text: (count) => `Risiti za biashara ${count} zinasubiri mpaka mwendeshaji aziandike tena.`,
  },
  restored: {
    title: () => 'Hifadhidata imerejeshwa, na malipo ya kutoka yanasubiri',
    text: () =>
      'Yanayosubiri hapa huenda yamelipwa tangu wakati huo. Linganisha kila siku tangu hapo; kisha mwendeshaji ataruhusu malipo.',
  },
  books_red: {
    title: () => 'Vitabu havikubaliani',
    text: (_, check) => `Ingepaswa kuwa hivi: ${check}.`,
  },
  books_unchecked: {
    title: () => 'Vitabu havijakaguliwa kwa muda mrefu',
    text: () => 'Haijulikani kama vinakubaliana. Hakikisha mchakato wa worker unafanya kazi.',
  },
  documents_uploaded: {
    title: (merchant) => `${merchant} imetuma nyaraka`,
    text: () => 'Zinasubiri kuangaliwa.',
  },
})
