import { socketPort } from './socket-folder.ts'

export type PostgresSettings = Record<string, string | number>

/** Given at every start, so that a later version may change them and nobody's file can weaken them. */
export function postgresSettings(socketFolder: string, changed: PostgresSettings): string[] {
  const settings: PostgresSettings = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 100,
    // Whoever plans a statement locks each part and each index of its tables, of which there are more every year.
    max_locks_per_transaction: 256,

    // An acknowledged payment survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: '128MB',
    wal_compression: 'pglz',
    // Longer stretches between checkpoints write fewer full pages; two gigabytes are replayed in well under a minute.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // Short statements never earn back the time to compile them.
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    log_lock_waits: 'on',
    // Details and statements would put customers' phone numbers into the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...changed,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
