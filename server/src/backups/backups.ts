export { backupCommands } from './backup-commands.ts'
export { backupSymptoms } from './backup-symptoms.ts'
