// Counters of an rtws (SPEC 14.2).

export interface Metrics {
  readonly roots: { readonly running: number; readonly completed: number; readonly archived: number };
  /** Roots and subdialogs; completed are those of roots that are done, and subdialogs that gave their one answer. */
  readonly dialogs: { readonly created: number; readonly completed: number };
  /** Registered subdialogs. */
  readonly registry: number;
  readonly questions: { readonly pending: number; readonly answered: number };
  readonly generations: number;
  /** `cached`: those of `prompt` that servers had kept, as far as they say so. */
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly cached: number };
  /** The share of prompt tokens that servers had kept, from 0 to 1; 0 where none says so. */
  readonly cacheHitRate: number;
  /** In the currency of the configured prices; generations without a price count nothing. */
  readonly cost: number;
  /** Time that generations took, in milliseconds, those that were stopped or failed included. */
  readonly generationMs: number;
  /** Attempts after a failure, without a person. */
  readonly retries: number;
  /** `disabledByEmptyFile`: running roots that are not pushed because the diligence file is empty. */
  readonly diligence: { readonly pushes: number; readonly disabledByEmptyFile: number };
  readonly storageBytes: number;
  /** Memory and open handles are those of the process that is asked. */
  readonly residentBytes: number;
  readonly openHandles: number;
}
