// The secret of a machine, and what it tells apart (SPEC 18.6).
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CallId, type RootId, rootRef } from '../../src/core/base/ids.ts';
import { sealedRoot } from '../../src/core/dialog/seals.ts';
import { type AddressedIntent, sealedIntent } from '../../src/core/intents/wire.ts';
import { personalFolder } from '../../src/runtime/folder/personal-folder.ts';
import { createSeals } from '../../src/runtime/trust/seals.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('seals', () => {
  let place: TempWorkspace;
  beforeEach(async () => {
    place = await makeTempWorkspace({ 'a/x': '', 'b/x': '' });
  });
  afterEach(() => place.remove());
  const at = (name: string) => path.join(place.folder, name);
  const what = ['root', 'r-1'] as const;

  it('hold in a later process, for the same person, folder and words only', () => {
    const seal = createSeals(at('a'), at('home')).seal(what);
    const later = createSeals(at('a'), at('home'));
    assert.equal(later.holds(seal, what), true);
    assert.equal(later.holds(seal, ['root', 'r-2']), false);
    assert.equal(later.holds(seal, ['grant', 'r-1']), false);
    assert.equal(later.holds(undefined, what), false);
    assert.equal(later.holds(`${seal}x`, what), false);
    assert.equal(createSeals(at('b'), at('home')).holds(seal, what), false);
    assert.equal(createSeals(at('a'), at('home-2')).holds(seal, what), false);
  });

  it('of a root hold for no other root', () => {
    const seals = createSeals(at('a'), at('home'));
    const seal = seals.seal(sealedRoot('r-1' as RootId));
    assert.equal(seals.holds(seal, sealedRoot('r-1' as RootId)), true);
    assert.equal(seals.holds(seal, sealedRoot('r-2' as RootId)), false);
  });

  it('come from a secret that the person alone can read', () => {
    createSeals(at('a'), at('home')).seal(what);
    assert.deepEqual(readdirSync(at('home')), ['machine.key']);
    if (process.platform !== 'win32') assert.equal(statSync(at('home/machine.key')).mode & 0o777, 0o600);
  });

  it('are made again when the secret is broken, and stay valid', () => {
    createSeals(at('a'), at('home')).seal(what);
    writeFileSync(at('home/machine.key'), '');
    const seal = createSeals(at('a'), at('home')).seal(what);
    assert.equal(readFileSync(at('home/machine.key'), 'utf8').length, 65);
    assert.equal(createSeals(at('a'), at('home')).holds(seal, what), true);
  });

  it('hold for this process where nothing can be kept', () => {
    for (const folder of [undefined, at('a/x/below-a-file')]) {
      const seal = createSeals(at('a'), folder).seal(what);
      assert.equal(createSeals(at('a'), folder).holds(seal, what), true);
    }
    assert.equal(existsSync(at('a/x/below-a-file')), false);
  });

  it('are for all of an intent', () => {
    const address = { msgId: 'm', to: 't', at: 'now' };
    const intent: AddressedIntent = { ...address, kind: 'answer', questionId: 'q', content: 'always' };
    const dialog = rootRef('r-1' as RootId);
    const forms: readonly AddressedIntent[] = [
      intent,
      { ...intent, content: 'deny' },
      { ...intent, to: 'u' },
      { ...intent, questionId: 'p' },
      { ...intent, by: byPerson },
      { ...address, kind: 'dismiss', dialog, callId: 'c' as CallId },
      { ...address, kind: 'dismiss', dialog, callId: 'd' as CallId },
      { ...address, kind: 'belief', dialog, belief: { kind: 'cancelFlow', flow: 'a' } },
      { ...address, kind: 'belief', dialog, belief: { kind: 'cancelFlow', flow: 'b' } },
    ];
    assert.equal(new Set(forms.map(form => JSON.stringify(sealedIntent(form)))).size, forms.length);
  });
});

describe('the folder of a person', () => {
  it('is the one of the system, and never a relative one', () => {
    assert.equal(personalFolder({ XDG_CONFIG_HOME: '/c', HOME: '/h' }), path.join('/c', 'dominds'));
    assert.equal(personalFolder({ XDG_CONFIG_HOME: 'c', HOME: '/h' }), path.join('/h', '.config', 'dominds'));
    assert.equal(personalFolder({ APPDATA: '/d' }), path.join('/d', 'dominds'));
    assert.equal(personalFolder({ HOME: '' }), undefined);
    assert.equal(personalFolder({}), undefined);
  });
});
