// Places of their own that no dialog works in any more (SPEC 27.3): what was taken, dropped or never changed can go;
// work that nobody took is shown to the person.
import path from 'node:path';
import type { DialogState, Status } from '../../core/dialog/state.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import { differences } from '../../driver/workplaces/base.ts';
import { branchOf, isTree, type PlacePorts, placesIn, removePlace } from '../../driver/workplaces/make.ts';
import type { Fault, Remedy } from '../../store/health.ts';

/** A dialog with the status of its root. */
export interface PlacedDialog {
  readonly state: DialogState;
  readonly status: Status;
}

/**
 * Faults of the places of a workspace. `dialogOf` finds the dialog of a name; `'unknown'` when it may be in a tree that
 * is being driven.
 */
export async function leftPlaces(
  rtws: string,
  ports: PlacePorts,
  dialogOf: (name: string) => PlacedDialog | 'unknown' | undefined,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const folder of placesIn(ports.folder)) {
    const name = path.basename(folder);
    const dialog = dialogOf(name);
    if (dialog === 'unknown' || (dialog && isInUse(dialog))) continue;
    const tree = path.join(folder, name);
    const kind = isTree(tree) ? 'git' : 'copy';
    const place = dialog?.state.workplace ?? { root: tree, from: rtws, folder, kind, branch: branchOf(name) };
    const count = await workIn(place, dialog, ports);
    faults.push(
      count > 0
        ? { kind: 'kept', path: folder, finding: { id: 'workplace-untaken', count } }
        : { kind: 'orphan', path: folder, finding: { id: 'workplace-left' }, remedy: removal(ports, place) },
    );
  }
  return faults;
}

/** One that is being made has no record yet. */
function isInUse({ state, status }: PlacedDialog): boolean {
  return status === 'running' && (state.workplace !== undefined || state.frames[0].inbound !== undefined);
}

/** Files with work that nobody decided about. A dialog that does not name the place any more is done with it. */
async function workIn(place: Workplace, dialog: PlacedDialog | undefined, { git }: PlacePorts): Promise<number> {
  if (dialog && !dialog.state.workplace) return 0;
  return (await differences(place, git))?.length ?? 0;
}

function removal(ports: PlacePorts, place: Workplace): Remedy {
  return {
    kind: 'mend',
    async mend() {
      await removePlace(ports, place);
      return undefined;
    },
  };
}
