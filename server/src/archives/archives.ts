export { archiveCommands } from './archive-commands.ts'
