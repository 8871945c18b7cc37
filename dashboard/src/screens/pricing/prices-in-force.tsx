import type { PricingRule } from '@malipo/sdk'
import { FewRows } from '../../lists/few-rows.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { Money } from '../../parts/money.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { pricingWords } from './pricing-words.ts'

const inShort = ['channel', 'percentage', 'flat', 'whose']

/** The rule that counts now, for each channel; in short where there is little room. */
export function PricesInForce({ rules, isShort = false }: { rules: PricingRule[]; isShort?: boolean }) {
  const words = useWords(pricingWords)
  const columns = useRuleColumns()
  return (
    <FewRows
      label={words.inForce}
      columns={isShort ? columns.filter(({ name }) => inShort.includes(name)) : columns}
      rows={rules}
      empty={<p className="muted">{words.noRules}</p>}
    />
  )
}

export function useRuleColumns(): Column<PricingRule>[] {
  const words = useWords(pricingWords)
  return [
    {
      name: 'channel',
      label: words.channel,
      onCard: 'title',
      cell: ({ channel }) => words.channels[channel as keyof typeof words.channels] ?? channel,
    },
    {
      name: 'percentage',
      label: words.percentage,
      isNumber: true,
      cell: ({ percentage }) => `${percentage} %`,
    },
    {
      name: 'flat',
      label: words.flatFee,
      isNumber: true,
      cell: ({ flat_fee }) => <Money amount={flat_fee} />,
    },
    {
      name: 'processor',
      label: words.processorCharge,
      isNumber: true,
      cell: ({ processor_charge, processor_tiers }) =>
        processor_tiers ? words.tiersCount(processor_tiers.length) : <Money amount={processor_charge} />,
    },
    {
      name: 'passed',
      label: words.paidBy,
      cell: ({ processor_fee_pass_through }) =>
        processor_fee_pass_through ? words.merchantPays : words.wePay,
    },
    {
      name: 'whose',
      label: words.whose,
      cell: ({ merchant_id, version }) => (merchant_id === null ? words.default : words.own(version)),
    },
    {
      name: 'from',
      label: words.from,
      onCard: 'aside',
      cell: ({ effective_from }) => <When at={effective_from} />,
    },
  ]
}
