import { bothLanguages } from '../../words/words.ts'

/** What a Super Admin reads while deciding about a batch. */
export const batchWayWords = bothLanguages(
  {
    pause: 'Pause…',
    resume: 'Resume…',
    approveTitle: 'Approve this batch',
    approveText:
      'The money of all rows is set aside at once, or of none, and they are sent a few at a time. What was sent cannot be called back.',
    approveRowsText:
      'This sets nothing aside. Each row then waits among the withdrawals for an approval of its own.',
    approveReviewedText:
      'Rows under review then wait among the withdrawals, each for two approvals of its own. The money of the others is set aside at once, or of none, and they are sent a few at a time. What was sent cannot be called back.',
    approveFirstText: 'Yours is one of several approvals. It is sent with the last of them.',
    repeated: (rows: number, business: string) => `${rows} rows of ${business}`,
    except: 'Rows to leave out (optional)',
    exceptHint: 'Their numbers, like 3, 7, 12-15. They are rejected; the others are approved.',
    exceptWrong: (rows: number) =>
      `Write numbers from 1 to ${rows}, and leave at least one row to be approved.`,
    exceptOfFirst: (rows: string) =>
      `The first approval leaves out ${rows}. Leave out the same rows, or reject the batch.`,
    exceptNone: 'no row',
    without: (rows: string) => `without ${rows}`,
    withoutNone: 'all of them',
    early: 'Approve before their time',
    earlyHint: (rows: string) =>
      `Recipients saved not long ago${rows && ` (rows ${rows})`} are not ready. Leave their rows out, or approve them only if you have asked, and write down whom.`,
    lastFour: 'Last 4 characters of the fingerprint',
    lastFourHint: 'As it stands above, so that you approve what you have looked at.',
    lastFourWrong: 'These are not the last 4 of this fingerprint.',
    approveNow: (amount: string) => `Approve ${amount}`,
    approveSome: 'Approve the other rows',
    reasonHint: 'The business reads it. All rows are rejected; nothing was set aside, so nothing moves.',
    pauseReason: 'Why it is paused',
    pauseHint: 'The business reads it. What was not sent yet stays set aside; what was sent goes on.',
    pauseNow: 'Pause it',
    resumeHint: 'Stays in the audit log. Failures up to now do not pause it again.',
    resumeNow: 'Go on sending',
    approved: 'Approved. The rows are being sent.',
    approvedByRow: 'Approved. The rows wait among the withdrawals for their own approvals.',
    approvedOthers: 'Approved. Rows under review wait among the withdrawals for their own approvals.',
    paused: 'Paused. What was not sent stays set aside.',
    resumed: 'It goes on.',
  },
  {
    pause: 'Simamisha…',
    resume: 'Endeleza…',
    approveTitle: 'Idhinisha kundi hili',
    approveText:
      'Pesa za mistari yote zinatengwa mara moja, au hakuna inayotengwa, kisha inatumwa michache kwa wakati. Iliyotumwa haiwezi kurudishwa.',
    approveRowsText: 'Hii haitengi chochote. Kila mstari utasubiri idhini yake kwenye maombi ya kutoa pesa.',
    approveReviewedText:
      'Mistari inayoangaliwa itasubiri kwenye maombi ya kutoa pesa, kila mmoja idhini zake mbili. Pesa za mingine zinatengwa mara moja, au hakuna inayotengwa, kisha inatumwa michache kwa wakati. Iliyotumwa haiwezi kurudishwa.',
    approveFirstText: 'Idhini yako ni moja kati ya kadhaa. Litatumwa kwa idhini ya mwisho.',
    repeated: (rows: number, business: string) => `Mistari ${rows} ya ${business}`,
    except: 'Mistari ya kuachwa nje (si lazima)',
    exceptHint: 'Namba zake, kama 3, 7, 12-15. Itakataliwa; mingine itaidhinishwa.',
    exceptWrong: (rows: number) => `Andika namba kuanzia 1 hadi ${rows}, na ubakize angalau mstari mmoja.`,
    exceptOfFirst: (rows: string) =>
      `Idhini ya kwanza inaacha nje ${rows}. Acha nje mistari hiyo hiyo, au ulikatae kundi.`,
    exceptNone: 'mstari wowote',
    without: (rows: string) => `bila ${rows}`,
    withoutNone: 'yote',
    early: 'Idhinisha kabla ya wakati wake',
    earlyHint: (rows: string) =>
      `Wapokeaji waliohifadhiwa hivi karibuni${rows && ` (mistari ${rows})`} bado hawako tayari. Iache nje mistari yao, au iidhinishe ikiwa tu umeuliza, na uandike uliyemuuliza.`,
    lastFour: 'Herufi 4 za mwisho za alama',
    lastFourHint: 'Kama ilivyo hapo juu, ili uidhinishe ulichoangalia.',
    lastFourWrong: 'Hizi si herufi 4 za mwisho za alama hii.',
    approveNow: (amount: string) => `Idhinisha ${amount}`,
    approveSome: 'Idhinisha mistari mingine',
    reasonHint:
      'Biashara itaisoma. Mistari yote itakataliwa; hakuna kilichotengwa, hivyo hakuna kinachohama.',
    pauseReason: 'Kwa nini linasimamishwa',
    pauseHint: 'Biashara itaisoma. Ambayo haijatumwa inabaki imetengwa; iliyotumwa inaendelea.',
    pauseNow: 'Lisimamishe',
    resumeHint: 'Hubaki kwenye kumbukumbu za ukaguzi. Yaliyoshindikana hadi sasa hayatalisimamisha tena.',
    resumeNow: 'Endelea kutuma',
    approved: 'Limeidhinishwa. Mistari inatumwa.',
    approvedByRow: 'Limeidhinishwa. Mistari inasubiri idhini zake kwenye maombi ya kutoa pesa.',
    approvedOthers:
      'Limeidhinishwa. Mistari inayoangaliwa inasubiri idhini zake kwenye maombi ya kutoa pesa.',
    paused: 'Limesimamishwa. Ambayo haijatumwa inabaki imetengwa.',
    resumed: 'Linaendelea.',
  },
)
