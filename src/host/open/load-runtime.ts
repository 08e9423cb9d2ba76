// The one late import: the runtime is most of the bundle, and a window that only shows an empty tree never needs it.
import { once } from '../../core/base/once.ts';

/** The runtime, loaded when it is first asked for. */
export const loadRuntime: () => Promise<typeof import('./runtime-entry.ts')> = once(() => import('./runtime-entry.ts'));
