// What a process does in an rtws (SPEC 9.4).

/**
 * `drive`: everything. `record`: applies intents and stores them, but generates nothing. `read`: mends, drives and
 * writes nothing.
 */
export type OpenMode = 'drive' | 'record' | 'read';

/** The modes that take the lock. */
export type WriteMode = Exclude<OpenMode, 'read'>;
