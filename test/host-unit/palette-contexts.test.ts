// Which commands the palette shows (SPEC 13.14).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { fitting, paletteContexts } from '../../src/host/rows/palette-contexts.ts';
import { pending, summary } from './support.ts';

describe('the contexts of the palette', () => {
  const on = (roots: Parameters<typeof paletteContexts>[0], questions: Parameters<typeof paletteContexts>[1]) =>
    Object.entries(paletteContexts(roots, questions, false))
      .filter(([, value]) => value)
      .map(([key]) => key);

  it('are all off in an empty folder', () => {
    assert.deepEqual(on([], []), []);
  });

  it('are on for the roots that the command then offers', () => {
    const idle = summary('idle');
    const roots = [idle, summary('busy', { atWork: true, state: 'generating' }), summary('wrote', { edited: true })];
    const offered = (command: keyof typeof fitting) => roots.filter(fitting[command]).map(({ rootId }) => rootId);
    assert.deepEqual(offered('work'), ['busy']);
    assert.deepEqual(offered('edited'), ['wrote']);
    assert.deepEqual(offered('paused'), []);
  });

  it('say what there is to stop, to continue, to answer and to put away', () => {
    assert.deepEqual(on([summary('a')], []), ['hasDialogs', 'hasOpen', 'hasUnarchived']);
    assert.deepEqual(on([summary('a', { atWork: true, state: 'generating' })], []), [
      'hasDialogs',
      'hasOpen',
      'hasWork',
      'hasUnarchived',
    ]);
    assert.ok(on([summary('a', { state: 'interrupted', interrupted: true, trouble: true })], []).includes('hasPaused'));
    assert.ok(on([summary('a', { pause: { kind: 'left' } })], []).includes('hasPaused'));
    assert.ok(on([summary('a', { edited: true })], []).includes('hasEdited'));
    const { edited: _, ...older } = summary('a');
    assert.ok(on([older], []).includes('hasEdited'), 'of a line that does not say');
    assert.ok(on([summary('a', { undone: true })], []).includes('hasUndone'));
    const retry = { kind: 'retry', at: '2026-01-01T00:00:06.750Z' } as const;
    assert.ok(on([summary('a', { pause: retry })], []).includes('hasRetrying'));
    assert.deepEqual(on([summary('a', { status: 'archived', state: 'archived' })], []), ['hasDialogs', 'hasClosed']);
    assert.deepEqual(on([], [pending('q-1'), pending('q-2', { kind: 'permission' })]), [
      'hasQuestions',
      'hasPermissions',
    ]);
  });

  it('are those that the manifest asks for', () => {
    const text = readFileSync(path.join(root, 'package.json'), 'utf8');
    const asked = new Set([...text.matchAll(/dominds\.(has\w+)/g)].map(match => match[1]));
    assert.deepEqual([...asked].sort(), Object.keys(paletteContexts([], [], true)).sort());
  });
});
