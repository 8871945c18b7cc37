import type { RiskRule } from '@malipo/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { tellCause } from '../../parts/tell-cause.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { RiskTabs } from './risk-tabs.tsx'
import { riskWords } from './risk-words.ts'
import { RuleForm } from './rule-form.tsx'

/** All rules as they are now, and a form for another. */
export default function RulesScreen() {
  const words = useWords(riskWords)
  const { malipo, key, at } = useAdmin()
  const navigate = useNavigate()
  const rows = useRows<RiskRule>([...key, 'risk-rules'], (cursor, signal) =>
    malipo.admin.riskRules.list({ cursor }, { signal }),
  )
  return (
    <>
      <PageHead title={words.title} />
      <RiskTabs />
      <p className="muted narrow">{words.text}</p>
      <RowList
        label={words.title}
        columns={useColumns()}
        of={rows}
        linkOf={({ id }) => `${at}/risk/${id}`}
        empty={<Empty icon="shield" title={words.none} />}
      />
      <section className="card stack narrow" aria-labelledby="new-rule">
        <h2 id="new-rule">{words.newRule}</h2>
        <RuleForm
          label={words.make}
          send={(body, options) => malipo.admin.riskRules.create(body, options)}
          onDone={({ id }) => void navigate({ to: `${at}/risk/${id}` })}
        />
      </section>
    </>
  )
}

function useColumns(): Column<RiskRule>[] {
  const words = useWords(riskWords)
  const language = useLanguage()
  return [
    { name: 'name', label: words.name, onCard: 'title', cell: ({ name }) => tellCause(name, language) },
    { name: 'mode', label: words.mode, onCard: 'aside', cell: ({ mode }) => words.modes[mode] },
    { name: 'action', label: words.action, cell: ({ action }) => words.actions[action] },
    { name: 'kind', label: words.appliesTo, cell: ({ applies_to }) => words.kinds[applies_to] },
    {
      name: 'merchant',
      label: words.merchant,
      cell: ({ merchant_id }) => merchant_id ?? words.everyMerchant,
    },
    { name: 'changed', label: words.changed, cell: ({ changed_at }) => <When at={changed_at} /> },
  ]
}
