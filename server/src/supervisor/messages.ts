/** Figures of one process, as they can be added to those of others. */
export type Shown = object[]

/** `retire` lets whoever is connected finish and come back elsewhere; `stop` ends at once with everybody inside. */
export type FromSupervisor = 'stop' | 'retire' | 'figures?' | { figures: string }

export type FromProcess = 'serving' | 'figures wanted' | { shown: Shown }
