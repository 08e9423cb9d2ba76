// What the editor uses of the runtime: the entry of its bundle, which holds nothing else.
export { createPersonalSeals, openRuntime, planRuleImport, readMinds } from '../../runtime.ts';
