import type { MalipoError } from '@malipo/sdk'
import type { Language } from './words.ts'

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
  internal_error: 'Kuna hitilafu upande wetu. Jaribu tena.',
  withdrawal_restricted: 'Kutoa pesa kunahitaji biashara iliyothibitishwa na inayofanya kazi.',
  amount_not_supported: 'Kiasi hiki hakipokelewi kwa njia hii. Badilisha kiasi au njia.',
  provider_error: 'Njia hii haipatikani kwa sasa. Jaribu baadaye au chagua nyingine.',
  invoice_already_paid: 'Ankara hii imeshalipwa.',
  merchant_inactive: 'Akaunti ya biashara imesimamishwa.',
  bad_origin: 'Fungua ukurasa huu kutoka anwani yake mwenyewe.',
}

export function refusalIn(language: Language, { code, message }: MalipoError): string {
  return language === 'sw' ? (inSwahili[code] ?? message) : message
}
