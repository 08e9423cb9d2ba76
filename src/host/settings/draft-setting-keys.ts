// The settings `dominds.draft.*` and the keys of `.minds/draft.yaml` that they stand for (SPEC 15.10).

/** Setting → key. */
export const draftSettingKeys: Readonly<Record<string, string>> = {
  bufferSize: 'draft_buffer_size',
  historyPairs: 'history_pairs',
  maxIterations: 'draft_max_iterations',
  quietSteps: 'quiet_steps',
  idleThinking: 'idle_thinking',
  poolSize: 'pool_size',
  poolSample: 'pool_sample',
  clusterDistance: 'cluster_distance',
  clusterSize: 'cluster_size',
  embeddingsModel: 'embeddings_model',
  autoAccept: 'auto_accept',
  branches: 'branch_from_draft',
};

/** The set values, by the keys of the file; empty texts count as unset. */
export function draftSettings(get: (setting: string) => unknown): Record<string, unknown> {
  const given = Object.entries(draftSettingKeys).map(([setting, key]): [string, unknown] => [key, get(setting)]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
}
