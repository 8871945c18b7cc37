export type { Book, End, Entry } from './book.ts'
export { type ClickpesaAccount, clickpesaDialect } from './clickpesa/clickpesa.ts'
export type { Counter, Dialect, GatewayAnswer, GatewayRequest } from './dialect.ts'
export { type Gateway, type GatewayOptions, openGateway } from './open-gateway.ts'
