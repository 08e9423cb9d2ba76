// What a run of the suite inside the editor reports to the script that started it.

/** The environment variable that names the file for the results. */
export const resultsVariable = 'DOMINDS_TEST_RESULTS';

/** One test; `error` holds message and stack of a failed one. */
export interface HostTest {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'pending';
  readonly milliseconds: number;
  readonly error?: string;
}

/** All tests in the order they ran; `crash` says why the suite could not be run at all. */
export interface HostResults {
  readonly tests: readonly HostTest[];
  readonly crash?: string;
}
