import { addressesRule } from './addresses.ts'
import { cyclesRule } from './cycles.ts'
import { decidersRule } from './deciders.ts'
import { doorsRule } from './doors.ts'
import { expandAndContractRule } from './expand-and-contract.ts'
import { faultCodesRule } from './fault-codes.ts'
import { machinePathsRule } from './machine-paths.ts'
import { namedColumnsRule } from './named-columns.ts'
import { namesRule } from './names.ts'
import { pagesRule } from './pages.ts'
import { pinsRule } from './pins.ts'
import { sizeRule } from './size.ts'
import type { Problem, Rule, SourceFile } from './source-files.ts'
import { statusWritersRule } from './status-writers.ts'
import { storeysRule } from './storeys.ts'
import { timeAndChanceRule } from './time-and-chance.ts'
import { unfinishedRule } from './unfinished.ts'
import { workspacesRule } from './workspaces.ts'

export const rules: Rule[] = [
  workspacesRule,
  storeysRule,
  doorsRule,
  cyclesRule,
  namesRule,
  timeAndChanceRule,
  sizeRule,
  statusWritersRule,
  faultCodesRule,
  namedColumnsRule,
  expandAndContractRule,
  addressesRule,
  decidersRule,
  unfinishedRule,
  machinePathsRule,
  pinsRule,
  pagesRule,
]

export function problemsOf(rule: Rule, files: SourceFile[]): Problem[] {
  return rule.check(files).map((problem) => ({ rule: rule.name, ...problem }))
}

export function allProblems(files: SourceFile[]): Problem[] {
  return rules.flatMap((rule) => problemsOf(rule, files))
}

export function describeProblems(problems: Problem[]): string {
  return problems
    .map(
      ({ rule, path, line, message }) =>
        `${path}${line === undefined ? '' : `:${line}`} [${rule}] ${message}`,
    )
    .join('\n')
}
