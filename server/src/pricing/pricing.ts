export { type Charges, chargesOf, explain, showQuote } from './charges.ts'
export { findRules, hasFee } from './find-rules.ts'
export {
  type Channel,
  channelFrom,
  type Rule,
  type RuleRow,
  ruleFrom,
  type Terms,
  type Tier,
} from './rule.ts'
export { type RuleBody, setRule, termsFrom } from './set-rule.ts'
export { listRules, rulesOf, showRule } from './show-rule.ts'
