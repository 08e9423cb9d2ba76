import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { paletteContexts } from '../../src/host/rows/palette-contexts.ts';

describe('the manifest and the words', () => {
  it('names exactly the commands that are registered', async () => {
    const { commands } = (await manifest()).contributes;
    const table = await text('src/host/commands/table.ts');
    const registered = [...table.matchAll(/id: '(dominds\.\w+)'/g)].map(match => match[1]);
    assert.deepEqual(commands.map(({ command }) => command).sort(), registered.sort());
  });

  it('uses in menus and keys only commands that exist', async () => {
    const { commands, menus, keybindings, views } = (await manifest()).contributes;
    const known = new Set(commands.map(({ command }) => command));
    for (const { id } of views.dominds) known.add(`${id}.focus`);
    for (const { command } of [...Object.values(menus).flat(), ...keybindings]) assert.ok(known.has(command), command);
  });

  it('lets a view say that there is nothing only after the folder was looked into', async () => {
    const { viewsWelcome } = (await manifest()).contributes;
    const sayWhen = (lookedInto: boolean) =>
      viewsWelcome.filter(({ when = '' }) =>
        when.startsWith(lookedInto ? 'dominds.lookedInto' : '!dominds.lookedInto'),
      );
    assert.deepEqual(new Set(sayWhen(false).map(({ contents }) => contents)), new Set(['%welcome.opening%']));
    assert.deepEqual(new Set(sayWhen(false).map(({ view }) => view)), new Set(sayWhen(true).map(({ view }) => view)));
    // What these say is known of the folder itself.
    assert.deepEqual(
      viewsWelcome.flatMap(each => (/lookedInto/.test(each.when ?? '') ? [] : each.contents)),
      ['%welcome.noFolder%', '%welcome.virtual%', '%welcome.readOnly%'],
    );
  });

  it('has every name in English and Chinese, and no other', async () => {
    const used = [...(await text('package.json')).matchAll(/"%([^%"]+)%"/g)].map(match => match[1]);
    const expected = [...new Set(used)].sort();
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
      assert.deepEqual(Object.keys(JSON.parse(await text(file))).sort(), expected, file);
    }
  });

  it('has every message of the host in Chinese, and no other', async () => {
    const translated = Object.keys(JSON.parse(await text('l10n/bundle.l10n.zh-cn.json')));
    assert.deepEqual(translated.sort(), (await hostMessages()).sort());
  });

  it('keeps the placeholders of a message in its translation', async () => {
    const bundle: Record<string, string> = JSON.parse(await text('l10n/bundle.l10n.zh-cn.json'));
    for (const [message, translation] of Object.entries(bundle)) {
      assert.deepEqual(placeholders(translation), placeholders(message), message);
    }
  });

  it('ticks a step of the walkthrough off when its thing is there, not when somebody backed out of the command', async () => {
    const { walkthroughs } = (await manifest()).contributes;
    const steps = walkthroughs.flatMap(walkthrough => walkthrough.steps);
    assert.deepEqual(Object.fromEntries(steps.map(({ id, completionEvents }) => [id, completionEvents])), {
      model: ['onContext:dominds.hasModel'],
      key: ['onContext:dominds.hasModel'],
      local: ['onContext:dominds.hasModel'],
      demo: ['onCommand:dominds.tryDemo'],
      start: ['onContext:dominds.hasDialogs'],
    });
    const contexts = new Set(Object.keys(paletteContexts([], [], false)).map(key => `onContext:dominds.${key}`));
    const used = steps.flatMap(step => step.completionEvents).filter(event => event.startsWith('onContext:'));
    assert.deepEqual(
      used.filter(event => !contexts.has(event)),
      [],
    );
  });

  it('names every choice of a setting in its list, the empty one too', async () => {
    for (const [key, { enum: choices = [], enumItemLabels }] of await settings()) {
      const labels = enumItemLabels ?? choices;
      assert.ok(labels.length === choices.length && labels.every(label => label !== ''), key);
    }
  });

  it('puts the settings of a section in one order', async () => {
    for (const { title, properties } of (await manifest()).contributes.configuration) {
      const orders = Object.values(properties).map(({ order }) => order);
      assert.equal(new Set(orders).size, orders.length, title);
    }
  });

  it('runs a command that the text of a setting names, at a click', async () => {
    const known = new Set((await manifest()).contributes.commands.map(({ command }) => command));
    const linked = async (file: string) => {
      const texts = Object.entries<string>(JSON.parse(await text(file))).filter(([key]) => key.startsWith('setting.'));
      for (const [key, words] of texts) assert.doesNotMatch(words, /\*Dominds: /, `${file} ${key}`);
      return texts.map(([key, words]) => [key, [...words.matchAll(/\]\(command:([\w.]+)\)/g)].map(match => match[1])]);
    };
    const links = await linked('package.nls.json');
    assert.deepEqual(await linked('package.nls.zh-cn.json'), links);
    for (const command of links.flatMap(([, commands]) => commands)) assert.ok(known.has(`${command}`), `${command}`);
  });

  it('points only to pictures that are there', async () => {
    const pictures = [...(await text('package.json')).matchAll(/"(media\/[^"]+)"/g)].map(match => `${match[1]}`);
    for (const picture of pictures) assert.ok(existsSync(path.join(root, picture)), picture);
  });
});

interface Section {
  readonly title: string;
  readonly properties: Readonly<Record<string, Setting>>;
}

interface Setting {
  readonly order: number;
  readonly enum?: readonly string[];
  readonly enumItemLabels?: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly id: string; readonly completionEvents: readonly string[] }[];
    }[];
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: readonly Section[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly keybindings: readonly { readonly command: string }[];
    readonly views: { readonly dominds: readonly { readonly id: string }[] };
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
  };
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await text('package.json'));
}

async function settings(): Promise<readonly [string, Setting][]> {
  return (await manifest()).contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
}

function text(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

async function hostMessages(): Promise<string[]> {
  const messages = new Set<string>();
  for await (const file of glob('src/host/**/*.ts', { cwd: root })) {
    for (const [, single, double] of (await text(file)).matchAll(/\bt\(\s*(?:'([^']*)'|"([^"]*)")/g)) {
      messages.add(`${single ?? double}`);
    }
  }
  return [...messages];
}

function placeholders(message: string): string[] {
  return [...new Set(message.match(/\{\d\}/g))].sort();
}
