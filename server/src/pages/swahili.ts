import type { Words } from './english.ts'

/**
 * What our pages say, in Swahili: all of it, so that a native speaker can review it in one place before a release.
 * As spoken in Tanzania: `namba`, not `nambari`; never `kodi` for a code, which is a tax.
 */
export const swahili: Words = {
  readIn: 'Soma kwa Kiswahili',
  needsJavaScript: 'Ukurasa huu unahitaji JavaScript.',
  frontPage: {
    title: 'Malipo kwa Tanzania na majirani zake',
    version: 'Malipo {version}, kwenye {address}',
    reference: 'Maelezo ya API',
    aboutReference: 'Kila ombi, pamoja na sehemu na majibu yake. Lijaribu hapo hapo.',
    openApi: 'OpenAPI 3.1',
    aboutOpenApi: 'Maelezo hayo hayo kwa ajili ya programu zako.',
    readiness: 'Utayari',
    aboutReadiness: 'Je, hifadhidata inapatikana na imesasishwa?',
  },
  account: {
    email: 'Barua pepe',
    password: 'Nenosiri',
    // By the field that is wrong, else by the code of the refusal, else `other`.
    problems: {
      email: 'Barua pepe hii haifai, au tayari ina akaunti. Kama ina akaunti, ingia bila kuandika jina.',
      password: 'Nenosiri liwe na herufi 8 hadi 128.',
      new_password: 'Nenosiri liwe na herufi 8 hadi 128.',
      token: 'Kiungo hiki hakitumiki tena. Omba kipya.',
      unauthenticated: 'Barua pepe, nenosiri au namba ya uthibitisho si sahihi.',
      forbidden: 'Barua pepe hii haikualikwa. Tumia ile iliyoalikwa.',
      not_found: 'Mwaliko huu umetumika, umefutwa au umebadilishwa. Omba mpya.',
      invalid_state: 'Mwaliko huu umeisha muda, au tayari uko kwenye biashara hii.',
      rate_limited: 'Umejaribu mara nyingi. Subiri kidogo, kisha jaribu tena.',
      other: 'Imeshindikana. Jaribu tena baadaye.',
    },
  },
  joining: {
    title: 'Jiunge na biashara',
    howTo: 'Ingia kwa barua pepe iliyoalikwa. Kama wewe ni mgeni hapa, andika jina lako ili ujisajili.',
    name: 'Jina, kama wewe ni mgeni',
    code: 'Namba kutoka app yako ya uthibitisho',
    join: 'Jiunge',
    giveCode: 'Sasa andika namba kutoka app yako ya uthibitisho.',
    joined: 'Sasa unafanya kazi kwa niaba ya {name} kama {role}.',
    roles: {
      owner: 'mmiliki',
      admin: 'msimamizi',
      finance: 'mhusika wa fedha',
      developer: 'msanidi programu',
      viewer: 'mtazamaji',
    },
  },
  newPassword: {
    title: 'Chagua nenosiri jipya',
    password: 'Nenosiri jipya',
    save: 'Hifadhi',
    saved: 'Nenosiri lako limebadilishwa. Sasa unaweza kuingia nalo.',
  },
}
