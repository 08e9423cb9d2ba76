// Places of their own that no dialog works in any more (SPEC 27.3): what was taken, dropped or never changed can go;
// work that nobody took is shown to the person.
import path from 'node:path';
import type { DialogState, Status } from '../../core/dialog/state.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import { fileDifferences } from '../../driver/workplaces/base.ts';
import { branchOf, isTree, type PlacePorts, removePlace, workplacesIn } from '../../driver/workplaces/make.ts';
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
  for (const folder of workplacesIn(ports.folder)) {
    const name = path.basename(folder);
    const dialog = dialogOf(name);
    if (dialog === 'unknown' || (dialog && isInUse(dialog, folder))) continue;
    const tree = path.join(folder, name);
    const kind = isTree(tree) ? 'git' : 'copy';
    const own = dialog?.state.workplace?.folder === folder ? dialog.state.workplace : undefined;
    const place = own ?? { root: tree, from: rtws, folder, kind, branch: branchOf(name) };
    const count = await workIn(place, ports);
    faults.push(
      count > 0
        ? { kind: 'kept', path: folder, finding: { id: 'workplace-untaken', count } }
        : { kind: 'orphan', path: folder, finding: { id: 'workplace-left' }, remedy: removal(ports, place) },
    );
  }
  return faults;
}

/** One that is being made has no record yet. A dialog that was taken over elsewhere has its place there. */
function isInUse({ state: { workplace, frames }, status }: PlacedDialog, folder: string): boolean {
  return status === 'running' && (workplace ? workplace.folder === folder : frames[0].inbound !== undefined);
}

/**
 * Files that differ from what was copied. A removal that was begun left no base to compare with; of a place on which
 * another machine gave up, the work is still there.
 */
async function workIn(place: Workplace, ports: PlacePorts): Promise<number> {
  return (await fileDifferences(place, ports))?.length ?? 0;
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
