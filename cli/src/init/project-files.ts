export type Project = {
  name: string
  /** A version, or where the package of the client lies. */
  sdk: string
  url: string
  merchantId: string
  apiKey: string
  webhookSecret: string
}

/** What a new project is made of, by path. */
export function projectFiles(project: Project): Record<string, string> {
  return {
    'package.json': manifest(project),
    '.env': settings(project),
    '.gitignore': 'node_modules/\n.env\n',
    'pay.js': pay,
    'webhooks.js': webhooks,
    'README.md': readme(project),
  }
}

function manifest({ name, sdk }: Project): string {
  const fields = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.6' },
    scripts: {
      pay: 'node --env-file=.env pay.js',
      webhooks: 'node --env-file=.env webhooks.js',
    },
    dependencies: { '@malipo/sdk': sdk },
  }
  return `${JSON.stringify(fields, null, 2)}\n`
}

function settings({ url, merchantId, apiKey, webhookSecret }: Project): string {
  return `# Secrets: .gitignore keeps this file out of the repository.
MALIPO_URL=${url}
MALIPO_MERCHANT=${merchantId}
MALIPO_KEY=${apiKey}
# What "malipo-dev listen" signs with. In production it is the webhook_secret of your account.
MALIPO_WEBHOOK_SECRET=${webhookSecret}
`
}

const pay = `import { randomUUID } from 'node:crypto'
import { isPaid, Malipo } from '@malipo/sdk'

const malipo = new Malipo({
  apiKey: process.env.MALIPO_KEY,
  baseUrl: process.env.MALIPO_URL,
  merchantId: process.env.MALIPO_MERCHANT,
})

// In the sandbox this number always approves; 255700000002 declines.
const phone = process.argv[2] ?? '255700000001'

const asked = await malipo.collections.walletPush({
  amount: 1000,
  phone,
  reference: \`order-\${randomUUID().slice(0, 8)}\`,
})
console.log(\`\${asked.reference} is \${asked.status}: \${asked.message}\`)

const collection = await malipo.collections.waitForOutcome(asked.collection_id)

// Only \`successful\` is paid. Nothing else is, whatever came back before.
if (isPaid(collection)) {
  console.log(\`\${collection.reference} is paid: \${collection.currency} \${collection.amount}\`)
} else {
  console.log(\`\${collection.reference} is not paid: \${collection.status}\`)
  process.exitCode = 1
}
`

const webhooks = `import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isPaid, verifyWebhook } from '@malipo/sdk'

// Both environments sign with the same secret: test money must not pay an order of the live shop.
const environment = process.env.MALIPO_KEY?.startsWith('mlp_live_') ? 'live' : 'sandbox'

// The same event may come twice. A shop keeps these ids with its orders, not in memory.
const seen = new Set()

const server = createServer(async (request, response) => {
  const body = await text(request)
  let event
  try {
    event = await verifyWebhook(body, request.headers, process.env.MALIPO_WEBHOOK_SECRET)
  } catch {
    response.writeHead(401).end()
    return
  }
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (seen.has(id)) return
  seen.add(id)
  const { type, data } = event
  console.log(\`\${type}  \${data.id}  \${data.status}\`)
  if (type.startsWith('collection.') && data.environment === environment && isPaid(data))
    console.log(\`Order \${data.reference} is paid.\`)
})

const port = Number(process.env.PORT ?? 3000)
server.listen(port, '127.0.0.1', () => console.log(\`Waiting for events at http://localhost:\${port}\`))
`

function readme({ name, apiKey }: Project): string {
  const first =
    apiKey === '' ? 'Fill in `.env` first: `malipo-dev login`, or the API keys of your dashboard.\n\n' : ''
  return `# ${name}

A payment and the event that tells of it, in two small programs.

${first}\`\`\`
npm install
npm run pay                       # asks a test phone for 1,000 shillings and waits for the outcome
npm run pay 255700000002          # this one declines
\`\`\`

To receive events on your own machine, without a tunnel:

\`\`\`
npm run webhooks                  # in one terminal
malipo-dev listen --forward-to http://localhost:3000     # in another
malipo-dev trigger collection.success                    # in a third
\`\`\`

In a clone of Malipo the command is \`npm run --silent malipo-dev --\`, run there.

Mark an order paid only when its collection is \`successful\`: that is what \`isPaid\` says.
`
}
