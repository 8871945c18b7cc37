export { type Announcement, announce } from './announce-events.ts'
