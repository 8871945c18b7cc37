import type { TestContext } from 'node:test'
import type { Database } from '../../../src/database/database.ts'

/** The simulated network has every code scanned within a moment; for the length of a test, none is. */
export async function letNobodyScan(sql: Database, t: TestContext): Promise<void> {
  await sql.unsafe(`
    create function scan_late() returns trigger language plpgsql as 'begin new.due_at := new.expires_at; return new; end';
    create trigger scan_late before insert on network_payments for each row when (new.method = 'DYNAMIC_QR')
      execute function scan_late()`)
  t.after(() => sql.unsafe('drop function scan_late cascade'))
}
