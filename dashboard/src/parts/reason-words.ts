import { bothLanguages } from '../words/words.ts'

/** What the service writes down for Super Admins, word by word as it writes it in English: what is stuck and why, what two books say together, what it proposes. */
export const reasonWords = bothLanguages(
  {
    balanceFull: (most: string) =>
      `A balance holds up to ${most}, and this would be more. Nothing was moved.`,
    mayNotMovePayment: (source: string, id: string, from: string, to: string) =>
      `${source} may not move collection ${id} from ${from} to ${to}`,
    mayNotMovePayout: (source: string, id: string, from: string, to: string) =>
      `${source} may not move withdrawal ${id} from ${from} to ${to}`,
    blocked: (said: string) => `blocked: ${said}`,
    gatewayAnswered: (status: string) => `The gateway answered ${status}.`,
    gatewayStrange: (status: string) => `The gateway answered ${status}, and not in its own words.`,
    gatewaySaid: (word: string) => `The gateway said ${word}.`,
    networkSaid: (word: string) => `The network said ${word}.`,
    networkLost: 'The network lost the payment.',
    networkLate: 'The network did not answer in time.',
    networkAway: 'The network could not be reached.',
    noFloat: 'The provider tells no float.',
    floatUntold: 'The provider does not tell its float.',
    floatUnknown: (why: string) => `The provider could not tell its float: ${why}`,
    floatsAgree: 'Both agree.',
    floatsApart: (by: string) =>
      `The provider has ${by} than our books: a transfer that is not recorded, a charge of theirs, or a payout that one side does not know.`,
    floatsTogether: (by: string) =>
      `The provider has ${by} than our books. What was collected lies in the same balance, so that only a change from day to day tells something.`,
    floatsUnclear: (by: string) =>
      `The provider has ${by} than our books. Whether what was collected lies in the same balance is not known: ask them.`,
    less: (amount: string) => `${amount} less`,
    more: (amount: string) => `${amount} more`,
    tooOften: 'It was begun too often.',
    noList: (provider: string) => `${provider} has no list here. Upload a statement.`,
    tooMany: (sum: string) =>
      `${sum} differences are more than anybody settles: is it the right day, and all of it?`,
    otherAmount:
      'What was paid is not what was ordered. Have the difference returned or paid outside, and write how.',
    confirmedLeftOut:
      'The provider confirmed it when asked; only its books leave it out. Ask for a corrected list or statement.',
    unknownThere:
      'Its books do not have it, and asked about it the provider does not know it as paid either.',
    leftOutUnasked:
      'Its books do not have it, and it could not be asked. Get its word in writing before anything is taken back.',
    neverOrdered:
      'Nothing here was ordered under this reference. Find out whose money it is, and have it returned.',
    takenBackHere:
      'It was taken back here. If the provider keeps the money, have it returned to the payer outside.',
    paidTwice: 'Another try has paid it. Whoever paid this one did so twice: have it returned.',
    payoutFailedHere:
      'A payout that failed here is not called paid on the word of a list: once the provider says so when asked, it waits for a decision by itself.',
    paidOnlyInBooks:
      'Its books have it as paid, and asked about it the provider says otherwise. Ask which of the two holds.',
    nobodyCredited: 'The provider has the money, and nobody was credited with it.',
    nobodyHasIt: 'No money is with anybody: it failed here, and was taken back there.',
    confirmedOtherwise:
      'The provider confirmed it when asked; only its books say otherwise. Ask for a corrected list or statement.',
    paidNoMore:
      'The provider does not have it as paid any more, and nothing that it said when asked speaks against that.',
    failedUnasked:
      'Its books have it as failed, and it could not be asked. Get its word in writing before anything is taken back.',
    entryMissing: (entry: string) => `entry ${entry} is missing`,
    entryLoose: (entry: string) => `entry ${entry} does not follow the one before it`,
    entryChanged: (entry: string) => `entry ${entry} was changed`,
    headMissing: 'the head row is missing',
    cutOff: (entry: string, head: string) => `entries after ${entry} were cut off: the head says ${head}`,
    headDiffers: 'the head does not match the last entry',
    headForged: 'the head was put there by somebody without the secret: entries may have been cut off',
  },
  {
    balanceFull: (most: string) =>
      `Salio haliwezi kuzidi ${most}, na hili lingezidi. Hakuna kilichohamishwa.`,
    mayNotMovePayment: (source: string, id: string, from: string, to: string) =>
      `${source} haiwezi kuhamisha malipo ${id} kutoka ${from} kwenda ${to}`,
    mayNotMovePayout: (source: string, id: string, from: string, to: string) =>
      `${source} haiwezi kuhamisha utoaji ${id} kutoka ${from} kwenda ${to}`,
    blocked: (said: string) => `imezuiwa: ${said}`,
    gatewayAnswered: (status: string) => `Mtoa huduma alijibu ${status}.`,
    gatewayStrange: (status: string) => `Mtoa huduma alijibu ${status}, na si kwa maneno yake.`,
    gatewaySaid: (word: string) => `Mtoa huduma alisema ${word}.`,
    networkSaid: (word: string) => `Mtandao ulisema ${word}.`,
    networkLost: 'Mtandao ulipoteza malipo.',
    networkLate: 'Mtandao haukujibu kwa wakati.',
    networkAway: 'Mtandao haukufikika.',
    noFloat: 'Mtoa huduma hasemi akiba.',
    floatUntold: 'Mtoa huduma hasemi akiba iliyopo kwake.',
    floatUnknown: (why: string) => `Mtoa huduma hakuweza kusema akiba yake: ${why}`,
    floatsAgree: 'Zote zinakubaliana.',
    floatsApart: (by: string) =>
      `Mtoa huduma ana ${by} kuliko vitabu vyetu: nyongeza ambayo haijaandikwa, makato yake, au malipo ambayo upande mmoja haujui.`,
    floatsTogether: (by: string) =>
      `Mtoa huduma ana ${by} kuliko vitabu vyetu. Zilizokusanywa ziko kwenye salio hilohilo, kwa hiyo ni mabadiliko ya siku hadi siku tu yanayosema kitu.`,
    floatsUnclear: (by: string) =>
      `Mtoa huduma ana ${by} kuliko vitabu vyetu. Haijulikani kama zilizokusanywa ziko kwenye salio hilohilo: waulize.`,
    less: (amount: string) => `pungufu ya ${amount}`,
    more: (amount: string) => `zaidi ya ${amount}`,
    tooOften: 'Ulianzishwa mara nyingi mno.',
    noList: (provider: string) => `${provider} hana orodha hapa. Pakia taarifa.`,
    tooMany: (sum: string) =>
      `Tofauti ${sum} ni nyingi kuliko mtu anavyoweza kuzimaliza: je, ni siku sahihi, na ni taarifa yote?`,
    otherAmount:
      'Kilicholipwa si kilichoagizwa. Tofauti irudishwe au ilipwe nje ya huduma, na uandike ilivyofanyika.',
    confirmedLeftOut:
      'Mtoa huduma alithibitisha alipoulizwa; ni vitabu vyake tu visivyo nayo. Omba orodha au taarifa iliyosahihishwa.',
    unknownThere: 'Vitabu vyake havina, na alipoulizwa mtoa huduma hajui kama yamelipwa.',
    leftOutUnasked:
      'Vitabu vyake havina, na hakuweza kuulizwa. Pata neno lake kwa maandishi kabla ya kurudisha chochote.',
    neverOrdered: 'Hakuna kilichoagizwa hapa kwa kumbukumbu hii. Tafuta pesa ni za nani, na zirudishwe.',
    takenBackHere: 'Yalirudishwa hapa. Kama mtoa huduma anazo pesa, zirudishwe kwa mlipaji nje ya huduma.',
    paidTwice: 'Jaribio lingine limelipa. Aliyelipa hili alilipa mara mbili: zirudishwe.',
    payoutFailedHere:
      'Kutuma kulikoshindikana hapa hakuitwi kumelipwa kwa neno la orodha: mtoa huduma akisema hivyo anapoulizwa, kunasubiri uamuzi kwenyewe.',
    paidOnlyInBooks:
      'Vitabu vyake vinasema yamelipwa, na alipoulizwa mtoa huduma anasema vingine. Uliza lipi ni sahihi.',
    nobodyCredited: 'Mtoa huduma anazo pesa, na hakuna aliyewekewa.',
    nobodyHasIt: 'Hakuna mwenye pesa: yalishindikana hapa, na yalirudishwa kule.',
    confirmedOtherwise:
      'Mtoa huduma alithibitisha alipoulizwa; ni vitabu vyake tu vinavyosema vingine. Omba orodha au taarifa iliyosahihishwa.',
    paidNoMore: 'Kwa mtoa huduma hayajalipwa tena, na alichosema alipoulizwa hakipingani na hilo.',
    failedUnasked:
      'Vitabu vyake vinasema yalishindikana, na hakuweza kuulizwa. Pata neno lake kwa maandishi kabla ya kurudisha chochote.',
    entryMissing: (entry: string) => `kumbukumbu ${entry} haipo`,
    entryLoose: (entry: string) => `kumbukumbu ${entry} haifuati iliyotangulia`,
    entryChanged: (entry: string) => `kumbukumbu ${entry} ilibadilishwa`,
    headMissing: 'mstari wa kichwa haupo',
    cutOff: (entry: string, head: string) =>
      `kumbukumbu baada ya ${entry} zilikatwa: kichwa kinasema ${head}`,
    headDiffers: 'kichwa hakilingani na kumbukumbu ya mwisho',
    headForged: 'kichwa kiliwekwa na asiye na siri: huenda kumbukumbu zilikatwa',
  },
)
