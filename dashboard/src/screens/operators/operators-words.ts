import { bothLanguages } from '../../words/words.ts'

export const operatorsWords = bothLanguages(
  {
    title: 'Super Admins',
    text: 'They are made by a command at the machine, and by nothing else. In production the console is closed to whoever has no second step.',
    none: 'There is none',
    name: 'Name',
    secondFactor: 'Second step',
    on: 'On',
    off: 'Off',
    factorSince: 'Second step since',
    mail: 'Address',
    proven: 'Proven',
    notProven: 'Not proven: gets no alerts',
    signedIn: 'Signed in',
    acted: 'Last acted',
  },
  {
    title: 'Wasimamizi wakuu',
    text: 'Wanawekwa kwa amri kwenye mashine tu, si kwa njia nyingine. Kwenye uzalishaji, asiye na hatua ya pili hawezi kuingia hapa.',
    none: 'Hakuna hata mmoja',
    name: 'Jina',
    secondFactor: 'Hatua ya pili',
    on: 'Ipo',
    off: 'Haipo',
    factorSince: 'Hatua ya pili tangu',
    mail: 'Barua pepe',
    proven: 'Imethibitishwa',
    notProven: 'Haijathibitishwa: hapati tahadhari',
    signedIn: 'Aliingia',
    acted: 'Alitenda mwisho',
  },
)
