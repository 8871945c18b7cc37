export { type Chore, runEvery } from './run-every.ts'
