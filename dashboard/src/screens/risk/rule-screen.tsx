import type { RiskRule } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { tellCause } from '../../parts/tell-cause.ts'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { riskWords } from './risk-words.ts'
import { RuleForm } from './rule-form.tsx'
import { Simulation } from './simulation.tsx'

/** One rule: what it says, changed, tried on the past, and how it was before. */
export default function RuleScreen() {
  const words = useWords(riskWords)
  const language = useLanguage()
  const { malipo, key, at } = useAdmin()
  const { ruleId: rule = '' } = useParams({ strict: false })
  const queries = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const found = useQuery({
    queryKey: [...key, 'risk-rule', rule],
    queryFn: ({ signal }) => malipo.admin.riskRules.get(rule, { signal }),
  })
  if (found.error) return <Trouble error={found.error} retry={() => void found.refetch()} />
  if (found.isPending) return <Waiting rows={6} />
  const { data } = found
  const look = async () => {
    setSaved(true)
    await queries.invalidateQueries({ queryKey: [...key, 'risk-rules'] })
    await queries.invalidateQueries({ queryKey: [...key, 'risk-rule', rule] })
  }
  return (
    <>
      <PageHead
        title={tellCause(data.name, language)}
        above={<WayBack to={`${at}/risk`}>{words.title}</WayBack>}
      />
      <section className="card stack narrow" aria-labelledby="change-rule">
        <h2 id="change-rule">{words.change}</h2>
        {data.ships && <CodeBlock text={JSON.stringify(data.when, null, 2)} label={words.when} />}
        <RuleForm
          key={data.version}
          of={data}
          label={words.save}
          send={(body) => malipo.admin.riskRules.update(rule, body)}
          onDone={() => void look()}
        />
        {isSaved && <Notice tone="paid">{words.saved}</Notice>}
      </section>
      <Simulation ruleId={rule} />
      <section className="card stack narrow" aria-labelledby="versions">
        <h2 id="versions">{words.versions}</h2>
        <ul className="plain">
          {data.versions.map((one: RiskRule) => (
            <li key={one.version}>
              {words.version} {one.version}: {words.actions[one.action]}, {words.modes[one.mode]},{' '}
              <When at={one.changed_at} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
