import type { AdminSetProviderRouteRequest, ProviderRoute } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { withIds } from '../../lists/with-ids.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { ProvidersTabs } from './providers-tabs.tsx'
import { providersWords } from './providers-words.ts'
import { routedMethods, useMethodNames } from './routed-methods.ts'
import { useProviders } from './use-providers.ts'

/** Who carries live payments, in which order. */
export default function ProviderRoutesScreen() {
  const words = useWords(providersWords)
  const { malipo, key } = useAdmin()
  const rows = useRows([...key, 'provider-routes'], (cursor, signal) =>
    withIds(
      malipo.admin.providerRoutes.list({ cursor }, { signal }),
      ({ merchant_id, method }) => `${merchant_id} ${method}`,
    ),
  )
  return (
    <>
      <PageHead title={words.routes} />
      <ProvidersTabs />
      <p className="muted narrow">{words.routesText}</p>
      <RowList
        label={words.routes}
        columns={useColumns()}
        of={rows}
        empty={<Empty icon="providers" title={words.noRoutes} />}
      />
      <RouteForm />
    </>
  )
}

function useColumns(): Column<ProviderRoute & { id: string }>[] {
  const words = useWords(providersWords)
  const methods = useMethodNames()
  const { at } = useAdmin()
  return [
    {
      name: 'providers',
      label: words.inOrder,
      onCard: 'title',
      cell: ({ providers }) => providers.join(' → '),
    },
    {
      name: 'method',
      label: words.method,
      cell: ({ method }) => (method === null ? words.everyMethod : methods[method]),
    },
    {
      name: 'merchant',
      label: words.merchant,
      cell: ({ merchant_id }) =>
        merchant_id === null ? (
          words.everyMerchant
        ) : (
          <Link to={`${at}/merchants/${merchant_id}`} className="mono">
            {merchant_id}
          </Link>
        ),
    },
    {
      name: 'changed',
      label: words.changed,
      onCard: 'aside',
      cell: ({ changed_at }) => <When at={changed_at} />,
    },
  ]
}

function RouteForm() {
  const words = useWords(providersWords)
  const methods = useMethodNames()
  const { malipo, key } = useAdmin()
  const queries = useQueryClient()
  const submission = useSubmission<ProviderRoute>()
  const { data: known = [] } = useProviders()
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const body: AdminSetProviderRouteRequest = {
      merchant_id: text('merchant_id') || null,
      method: (text('method') || null) as AdminSetProviderRouteRequest['method'],
      providers: text('providers')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    }
    const reply = await submission.submit(() => malipo.admin.providerRoutes.set(body))
    // Read anew as a whole: what one has just set does not wait behind the list as something new.
    if (reply !== undefined) await queries.resetQueries({ queryKey: [...key, 'provider-routes'] })
  }
  return (
    <section className="card stack narrow" aria-labelledby="set-route">
      <h2 id="set-route">{words.setRoute}</h2>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <ChoiceField
          name="method"
          label={words.method}
          choices={[
            { value: '', label: words.everyMethod },
            ...routedMethods.map((one) => ({ value: one, label: methods[one] })),
          ]}
        />
        <TextField name="merchant_id" label={words.merchantId} hint={words.merchantIdHint} />
        <TextField
          name="providers"
          label={words.inOrder}
          hint={words.providersHint(known.map(({ name }) => name).join(', '))}
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.setRouteNow}
          </Button>
        </div>
      </Form>
    </section>
  )
}
