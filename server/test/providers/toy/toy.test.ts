import { judgeProvider } from '../conformance.ts'
import { toyDefendant } from './toy-defendant.ts'

judgeProvider('the toy', toyDefendant)
