export { type Allowed, KeyRefused, openDoor } from './create-mcp-server.ts'
export { type HttpDoor, serveHttp } from './http/serve-http.ts'
export { version } from './version.ts'
