/** Something that operators trip over, and whether it is so here. */
export type Symptom = { check: string; state: 'ok' | 'warning' | 'failure'; details: string }
