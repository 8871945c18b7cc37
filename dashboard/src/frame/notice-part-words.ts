import { bothLanguages } from '../words/words.ts'

/** What the service puts into its notices, word by word as it writes it in English. */
export const noticePartWords = bothLanguages(
  {
    payer: 'the payer',
    byKey: 'An API key',
    notBefore: (at: string) => `Money to it is not approved before ${at}.`,
    fromNow: 'Money to it can be approved from now on.',
    toSaved: (hours: string) =>
      `new recipients wait ${hours} hours before money to them is approved, and money leaves to saved recipients only.`,
    toAnybody: (hours: string) =>
      `new recipients wait ${hours} hours before money to them is approved, and money leaves to anybody.`,
    gone: 'answered 410 Gone',
    failing: 'has accepted nothing for five days',
    enable: 'enable the endpoint',
    setAnew: 'set the address anew',
    allFound: 'Each is with its payment again.',
    lost: (many: string, numbers: string) =>
      `The payments of ${many} of them are not known here any more: numbers ${numbers}.`,
    cancelled: 'cancelled by the merchant',
    approvedThere: 'approved by the sandbox',
    resumedThere: 'resumed by the sandbox',
    uncovered: 'the balance does not cover it',
    noRecipient: 'the recipient is blocked or was removed',
    askedThere: 'Who is the recipient, and what is it for?',
    allAskedThere: 'Who are the recipients, and what is it for?',
    sentAgain: 'the address was allowed; sent again',
    asInBooks: 'as the network has it in its books',
    neverPaid: 'the network will never pay it',
  },
  {
    payer: 'mlipaji',
    byKey: 'Ufunguo wa API',
    notBefore: (at: string) => `Pesa zake haziidhinishwi kabla ya ${at}.`,
    fromNow: 'Pesa zake zinaweza kuidhinishwa kuanzia sasa.',
    toSaved: (hours: string) =>
      `wapokeaji wapya wanasubiri saa ${hours} kabla pesa zao hazijaidhinishwa, na waliohifadhiwa tu ndio wanaolipwa.`,
    toAnybody: (hours: string) =>
      `wapokeaji wapya wanasubiri saa ${hours} kabla pesa zao hazijaidhinishwa, na mtu yeyote anaweza kulipwa.`,
    gone: 'ilijibu 410 Gone',
    failing: 'haijapokea chochote kwa siku tano',
    enable: 'washa anwani hiyo',
    setAnew: 'weka anwani upya',
    allFound: 'Kila moja iko tena na malipo yake.',
    lost: (many: string, numbers: string) =>
      `Malipo ya ${many} kati ya hizo hayajulikani tena hapa: namba ${numbers}.`,
    cancelled: 'biashara yenyewe imefuta',
    approvedThere: 'majaribio yameidhinisha',
    resumedThere: 'majaribio yameendeleza',
    uncovered: 'salio halitoshi',
    noRecipient: 'mpokeaji amezuiwa au ameondolewa',
    askedThere: 'Mpokeaji ni nani, na pesa ni za nini?',
    allAskedThere: 'Wapokeaji ni nani, na pesa ni za nini?',
    sentAgain: 'anwani imeruhusiwa; imetumwa tena',
    asInBooks: 'kama ilivyo kwenye vitabu vya mtandao',
    neverPaid: 'mtandao hautalipa kamwe',
  },
)
