import type { DataExportStatus, PrivacyKind, PrivacyRefusal, PrivacyStatus } from '@malipo/sdk'
import { bothLanguages } from '../../words/words.ts'

type Kinds = Record<PrivacyKind, string>
type States = Record<PrivacyStatus, string>
type Because = Record<PrivacyRefusal, string>
type Files = Record<DataExportStatus, string>

export const privacyWords = bothLanguages(
  {
    ask: 'Somebody asks about their data',
    askText:
      'What is kept of a payer or recipient, as a file; another name, phone or email for a saved customer; or that they are erased. Say who it is by at least one of the three.',
    what: 'What they ask for',
    kinds: {
      export: 'A file of what is kept of them',
      correct: 'Correct a saved customer',
      erase: 'Erase them',
    } satisfies Kinds as Kinds,
    phone: 'Phone',
    email: 'Email',
    account: 'Account that you paid out to',
    newName: 'Correct name',
    newPhone: 'Correct phone',
    newEmail: 'Correct email',
    correctHint: 'What is left empty stays. Payments stay as they were made.',
    eraseHint:
      'Saved customers, metadata and descriptions go at once and do not come back. Names and numbers of payments go when the law no longer wants them kept; amounts stay.',
    carryOut: 'Carry it out',
    erase: 'Erase',
    title: 'Requests',
    none: 'Nobody has asked yet',
    noneText: 'What people ask about their data, and what became of it, is here.',
    when: 'Asked',
    who: 'About',
    erased: 'Erased',
    state: 'State',
    states: {
      OPEN: 'Under way',
      DONE: 'Done',
      REFUSED: 'Refused',
      SCHEDULED: 'Planned',
    } satisfies States as States,
    because: {
      payments_under_way: 'A payment of theirs is under way. Ask again when it is over.',
      nothing_found: 'Nobody like that is saved.',
    } satisfies Because as Because,
    found: 'Found',
    counts: (customers: string, payments: string, payouts: string, invoices: string) =>
      `customers ${customers}, payments ${payments}, payouts ${payouts}, invoices ${invoices}`,
    erasesOn: (day: string) => `Payments forget them on ${day}.`,
    save: 'Save the file',
    exports: 'All that you have here',
    exportsText:
      'Customers, links, invoices, payments, payouts, refunds and your book, one line each, chained by hashes. For owners with a second step. The file is here for 24 hours.',
    makeExport: 'Make a file of everything',
    made: 'Files',
    noExports: 'No files yet',
    files: { PREPARING: 'Being prepared', READY: 'Ready', EXPIRED: 'Gone' } satisfies Files as Files,
    lines: 'Lines',
    until: 'There until',
    hash: 'SHA-256',
    saveExport: 'Save everything',
  },
  {
    ask: 'Mtu anauliza kuhusu taarifa zake',
    askText:
      'Yanayotunzwa kuhusu mlipaji au mpokeaji, kama faili; jina, simu au barua pepe sahihi ya mteja aliyehifadhiwa; au afutwe. Sema ni nani kwa angalau moja kati ya tatu.',
    what: 'Anaomba nini',
    kinds: {
      export: 'Faili la yanayotunzwa kumhusu',
      correct: 'Kusahihisha mteja aliyehifadhiwa',
      erase: 'Kufutwa',
    },
    phone: 'Simu',
    email: 'Barua pepe',
    account: 'Akaunti uliyoilipa',
    newName: 'Jina sahihi',
    newPhone: 'Simu sahihi',
    newEmail: 'Barua pepe sahihi',
    correctHint: 'Kilichoachwa wazi hakibadiliki. Malipo yanabaki kama yalivyofanywa.',
    eraseHint:
      'Wateja waliohifadhiwa, metadata na maelezo hufutwa mara moja na hayarudi. Majina na namba za malipo hufutwa sheria isipohitaji tena yatunzwe; kiasi cha pesa hubaki.',
    carryOut: 'Tekeleza',
    erase: 'Futa',
    title: 'Maombi',
    none: 'Bado hakuna aliyeuliza',
    noneText: 'Watu wanachouliza kuhusu taarifa zao, na kilichofanyika, kiko hapa.',
    when: 'Imeombwa',
    who: 'Kuhusu',
    erased: 'Amefutwa',
    state: 'Hali',
    states: { OPEN: 'Inaendelea', DONE: 'Imekamilika', REFUSED: 'Imekataliwa', SCHEDULED: 'Imepangwa' },
    because: {
      payments_under_way: 'Kuna malipo yake yanayoendelea. Omba tena yakiisha.',
      nothing_found: 'Hakuna aliyehifadhiwa kama huyo.',
    },
    found: 'Vilivyopatikana',
    counts: (customers: string, payments: string, payouts: string, invoices: string) =>
      `wateja ${customers}, malipo ${payments}, pesa zilizotolewa ${payouts}, ankara ${invoices}`,
    erasesOn: (day: string) => `Malipo yatamsahau tarehe ${day}.`,
    save: 'Hifadhi faili',
    exports: 'Yote uliyo nayo hapa',
    exportsText:
      'Wateja, viungo, ankara, malipo, pesa zilizotolewa, marejesho na kitabu chako, mstari mmoja kwa kila kimoja, kwa alama za hash. Kwa wamiliki wenye hatua ya pili. Faili liko hapa kwa saa 24.',
    makeExport: 'Tengeneza faili la vyote',
    made: 'Mafaili',
    noExports: 'Bado hakuna mafaili',
    files: { PREPARING: 'Linaandaliwa', READY: 'Tayari', EXPIRED: 'Limeondolewa' },
    lines: 'Mistari',
    until: 'Lipo hadi',
    hash: 'Alama ya SHA-256',
    saveExport: 'Hifadhi vyote',
  },
)
