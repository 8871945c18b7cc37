import { judgeProvider } from '../conformance.ts'
import { clickpesaDefendant } from './clickpesa-defendant.ts'

judgeProvider('ClickPesa', clickpesaDefendant)
