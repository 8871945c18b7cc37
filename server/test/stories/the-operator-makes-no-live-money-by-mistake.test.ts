import assert from 'node:assert/strict'
import { test } from 'node:test'
import { malipo } from '../run-service.ts'
import { newPerson, startService, testSecret } from '../service.ts'

test('in production nobody makes live money by mistake', async () => {
  const service = await startService({ durable: true })
  await newPerson(service, 'owner@ledger.test')
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: service.database.url,
    MALIPO_SECRET: testSecret,
    BASE_URL: 'https://pay.example.com',
  }
  const create = ['merchant', 'create', '--name', 'Duka', '--email', 'owner@ledger.test', '--json']
  const refused = await malipo([...create, '--balance', '5.00'], environment)
  assert.equal(refused.code, 1)
  assert.match(refused.output, /^--balance makes live money in production\. .*--i-mean-it/)
  assert.equal((await malipo([...create, '--sandbox-balance', '5.00'], environment)).code, 0)
  assert.equal((await malipo([...create, '--balance', '5.00', '--i-mean-it'], environment)).code, 0)
  assert.equal((await malipo([...create, '--balance', '-5'], environment)).code, 2)
  await service.stop()
})
