import type { MalipoError } from '@malipo/sdk'
import type { Language } from './words.ts'

/** What the service and its client say to developers, said to people. */
const inEnglish: Record<string, string> = {
  connection_failed: 'No connection. Nobody knows whether it arrived. Press again: it is not done twice.',
  timeout: 'No answer came. Nobody knows whether it arrived. Press again: it is not done twice.',
  unreadable_reply:
    'Something between you and the service answered instead of it. Nobody knows whether it arrived. Press again: it is not done twice.',
  idempotency_key_reused:
    'What you sent from here before did arrive. Look for it in the list first. Press again only if you want both.',
}

/** The service speaks English. What people meet most often is told in Swahili too; of the rest the English word is better than none. */
const inSwahili: Record<string, string> = {
  unauthenticated: 'Ingia kwanza.',
  forbidden: 'Huna ruhusa ya kufanya hivi.',
  not_found: 'Hakuna kitu hapa, au si chako.',
  invalid_state: 'Hali imebadilika. Fungua tena ukurasa uone ilivyo sasa.',
  validation_error: 'Baadhi ya sehemu si sahihi. Angalia kila moja.',
  insufficient_balance: 'Salio halitoshi.',
  rate_limited: 'Maombi ni mengi mno. Subiri kidogo ujaribu tena.',
  unavailable: 'Huduma ina kazi nyingi kwa sasa. Subiri kidogo ujaribu tena.',
  connection_failed: 'Hakuna mtandao. Haijulikani kama ombi lilifika; jaribu tena, halitafanyika mara mbili.',
  timeout: 'Jibu halijafika. Haijulikani kama ombi lilifika; jaribu tena, halitafanyika mara mbili.',
  unreadable_reply:
    'Kitu kingine kimejibu badala ya huduma. Haijulikani kama ombi lilifika; jaribu tena, halitafanyika mara mbili.',
  idempotency_key_reused:
    'Ulichotuma hapa kabla ya hili kilifika. Kitafute kwanza kwenye orodha. Bonyeza tena ikiwa tu unataka yote mawili.',
  internal_error: 'Kuna hitilafu upande wetu. Jaribu tena.',
  withdrawal_restricted: 'Kutoa pesa kunahitaji biashara iliyothibitishwa na inayofanya kazi.',
  recipient_required: 'Biashara hii hulipa wapokeaji waliohifadhiwa tu. Mhifadhi kwanza.',
  recipient_cooling:
    'Mpokeaji amehifadhiwa hivi karibuni. Subiri muda wake, au andika kwa nini haiwezi kusubiri.',
  risk_blocked:
    'Mwendeshaji wa huduma hii hapokei malipo ya aina hii. Hakuna kilichofanyika; mwulize kama ni kosa.',
  recipient_blocked: 'Mpokeaji amezuiwa au ameondolewa.',
  amount_not_supported: 'Kiasi hiki hakipokelewi kwa njia hii. Badilisha kiasi au njia.',
  provider_error: 'Njia hii haipatikani kwa sasa. Jaribu baadaye au chagua nyingine.',
  invoice_already_paid: 'Ankara hii imeshalipwa.',
  merchant_inactive: 'Akaunti ya biashara imesimamishwa.',
  bad_origin: 'Fungua ukurasa huu kutoka anwani yake mwenyewe.',
  second_factor_required:
    'Weka hatua ya pili ya kuingia kwanza: bila hiyo hakuna anayesimamia chochote hapa.',
  merchant_required: 'Uko kwenye biashara kadhaa. Chagua moja kwanza.',
  merchant_mismatch: 'Huwezi kufanya hivi kwa niaba ya biashara hii.',
  duplicate_batch: 'Mistari hii hii iliombwa ndani ya siku saba zilizopita. Angalia kundi hilo kwanza.',
  refund_too_large: 'Ni zaidi ya kilichobaki cha malipo haya.',
  refund_window_over: 'Malipo haya ni ya zamani mno kurudishwa.',
  payment_link_unavailable: 'Kiungo hiki hakiko wazi, au hakipokei njia hii.',
  unsupported_currency: 'Sarafu hii haitumiki hapa.',
  idempotency_in_progress: 'Ombi la kwanza bado linaendelea. Subiri kidogo ujaribu tena.',
  request_timeout: 'Ombi lilichelewa kufika. Litume tena.',
  body_too_large: 'Ulichotuma ni kikubwa mno.',
}

export function refusalIn(language: Language, { code, message }: MalipoError): string {
  return refusalOfCode(language, code) ?? message
}

/** What is said of every refusal of that code; undefined where the service says it best. */
export function refusalOfCode(language: Language, code: string): string | undefined {
  return (language === 'sw' ? inSwahili : inEnglish)[code]
}
