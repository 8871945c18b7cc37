import type { englishDocs } from './english-docs.ts'

/** What stands around the pages for developers, in Swahili. */
export const swahiliDocs: typeof englishDocs = {
  name: 'Nyaraka',
  landing: 'Malipo kwa wasanidi programu',
  about:
    'Pokea pesa kwa simu, QR na viungo, tuma ankara kwa wateja wako, na uwalipe wengine, kwa ufunguo mmoja na JSON tu. Anza kwenye sandbox: wateja wake hulipa wenyewe, na hakuna pesa halisi.',
  doors: {
    quickstart: 'Anza haraka',
    aboutQuickstart: 'Kutoka mwanzo hadi malipo ya majaribio ndani ya programu yako, kwa dakika tano.',
    guides: 'Miongozo',
    aboutGuides: 'Ukurasa mmoja kwa kila unachoweza kufanya, na mifano inayofanya kazi.',
    reference: 'Maelezo ya API',
    aboutReference: 'Kila ombi na sehemu, majibu na makosa yake. Lijaribu hapo hapo.',
  },
  firstCall: 'Ombi lako la kwanza',
  forAgents:
    'Kila ukurasa upo pia kwa Markdown: ongeza .md kwenye anwani yake. Mifumo ya AI ianzie /llms.txt, au isome yote kwenye /llms-full.txt.',
  sections: {
    Start: 'Anza',
    Collect: 'Pokea',
    Bill: 'Ankara',
    'Pay out': 'Toa pesa',
    Build: 'Jenga',
    Run: 'Endesha',
    Reference: 'Rejea',
  },
  menu: 'Menyu',
  allPages: 'Kurasa zote',
  onThisPage: 'Kwenye ukurasa huu',
  previous: 'Uliopita',
  next: 'Unaofuata',
  asMarkdown: 'Ukurasa huu kwa Markdown',
  linkTo: 'Kiungo cha sehemu hii: {title}',
  onlyInEnglish: 'Ukurasa huu bado haujatafsiriwa. Huu hapa kwa Kiingereza.',
  search: 'Tafuta',
  searchFor: 'Tafuta kwenye nyaraka',
  results: { none: 'Hakuna kilichopatikana kwa “{query}”.', one: 'Jibu 1', many: 'Majibu {count}' },
  ask: 'Andika unachotafuta: ombi, jina la kosa, au neno.',
  kinds: { guide: 'Mwongozo', call: 'Ombi', error: 'Kosa', event: 'Tukio' },
  sampleIn: 'Lugha ya mfano',
  sample: 'Mfano kwa {language}',
  table: 'Jedwali, linaweza kusogezwa',
  copy: 'Nakili',
  copied: 'Imenakiliwa',
  notFound: 'Hakuna ukurasa kama huu',
  aboutNotFound: 'Utafute, au anza mwanzoni.',
}
