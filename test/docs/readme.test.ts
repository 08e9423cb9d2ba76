import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { noticesText } from '../../scripts/notices.ts';
import { root } from '../../scripts/project.ts';
import { manifestWithProviders, providersDocument, withProviders } from '../../scripts/provider-tables.ts';
import { settingsDocument, withSettings } from '../../scripts/settings-table.ts';
import { troublesEn as troubles } from '../../src/words/en/troubles.ts';
import { wordsFor } from '../../webview/shared/words/use-words.ts';
import { codeBlocksOf, type Document, headingsOf, linksOf, readDocuments } from './documents.ts';

describe('the READMEs', () => {
  let english: Document;
  let chinese: Document;
  before(async () => {
    [english, chinese] = (await readDocuments('README.md', 'README.zh-cn.md')) as [Document, Document];
  });

  it('have the same headings, commands and links in both languages', () => {
    const levels = (document: Document) => headingsOf(document).map(({ level }) => level);
    const blocks = (document: Document) => codeBlocksOf(document).map(({ language, text }) => ({ language, text }));
    const links = (document: Document) =>
      linksOf(document)
        .filter(link => !/^README/.test(link))
        .toSorted();
    assert.deepEqual(levels(chinese), levels(english));
    assert.deepEqual(blocks(chinese), blocks(english));
    assert.deepEqual(links(chinese), links(english));
  });

  it('list the providers as their table has them, and so does the manifest (npm run docs)', async () => {
    const [{ text } = { text: '' }] = await readDocuments(providersDocument);
    assert.equal(text, await withProviders(text));
    assert.match(text, /\| `gemini` \| Google Gemini \|.*`GEMINI_API_KEY` \|/);
    const manifest = await readFile(path.join(root, 'package.json'), 'utf8');
    assert.equal(manifest, await manifestWithProviders(manifest));
  });

  it('name commands by the titles that the editor shows', async () => {
    for (const [document, file] of [
      [english, 'package.nls.json'],
      [chinese, 'package.nls.zh-cn.json'],
    ] as const) {
      const named = commandsNamedIn(document);
      const known = await titlesIn(file);
      assert.ok(named.length > 3);
      assert.deepEqual(
        named.filter(title => !known.includes(title)),
        [],
        document.file,
      );
    }
  });
});

describe('the documents', () => {
  it('list the settings as package.json has them (npm run docs)', async () => {
    const [{ text } = { text: '' }] = await readDocuments(settingsDocument);
    assert.equal(text, await withSettings(text));
    assert.match(text, /`dominds\.provider` \| `auto`/);
  });

  it('name commands by the titles that the editor shows', async () => {
    const known = await titlesIn('package.nls.json');
    for (const document of await readDocuments('docs/*.md', 'examples/**/*.md'))
      for (const title of commandsNamedIn(document)) assert.ok(known.includes(title), `${document.file}: ${title}`);
  });

  it('quote the messages of a model in trouble as people see them', async () => {
    const [{ text } = { text: '' }] = await readDocuments('docs/models.md');
    const [, table = ''] = /^## When something is wrong\n(.*?)^## /ms.exec(text) ?? [];
    const cells = table.split('\n').map(line => /^\| (\*.*?) \|/.exec(line)?.[1] ?? '');
    const quoted = cells.flatMap(cell => [...cell.matchAll(/\*([^*]+)\*/g)].map(match => match[1] ?? ''));
    const { retrying, noReply, images } = wordsFor('en');
    const shown = [
      ...Object.values(troubles).map(({ heading }) => heading),
      retrying(3, 1),
      noReply(3),
      ...Object.values(images.refused).map(refused => refused(['a.tiff']).message),
    ];
    assert.ok(quoted.length > 8);
    for (const message of quoted) assert.ok(shown.join('\n').includes(message.replace(' n s', ' 3 s')), message);
  });
});

async function titlesIn(file: string): Promise<readonly string[]> {
  const words: Record<string, string> = JSON.parse(await readFile(path.join(root, file), 'utf8'));
  return Object.entries(words).flatMap(([key, title]) => (key.startsWith('command.') ? [title] : []));
}

function commandsNamedIn({ text }: Document): readonly string[] {
  return [...text.matchAll(/\*Dominds: ([^*]+)\*/g)].map(match => match[1] ?? '');
}

describe('what is distributed', () => {
  it('names the licence of everything that is bundled (npm run docs)', async function () {
    this.timeout(300_000);
    const text = await readFile(path.join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['openai', 'preact', 'yaml', 'zod']) assert.match(text, new RegExp(`^## ${name} \\d`, 'm'));
    assert.equal(text, await noticesText());
  });

  it('has what the Marketplace and Open VSX want to know', async () => {
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const { icon, galleryBanner, categories, keywords, pricing, qna, license, displayName, description } = manifest;
    assert.match(galleryBanner.color, /^#[0-9a-f]{6}$/);
    assert.deepEqual([icon, pricing, qna, license, displayName], ['media/icon.png', 'Free', false, 'MIT', 'Dominds']);
    assert.ok(description.length <= 200 && categories.length > 0 && keywords.length <= 30);
    const png = await readFile(path.join(root, icon));
    assert.ok(png.readUInt32BE(16) >= 128 && png.readUInt32BE(16) === png.readUInt32BE(20));
  });

  it('wears badges that say what package.json says, and no more', async () => {
    const { badges, license, engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const version = (range: string) => /\d+\.\d+/.exec(range)?.[0];
    const shield = (label: string, fact: string) =>
      `https://img.shields.io/badge/${encodeURIComponent(label)}-${encodeURIComponent(fact)}-blue`;
    const expected = [
      [shield('licence', license), `https://spdx.org/licenses/${license}.html`],
      [shield('VS Code', `≥ ${version(engines.vscode)}`), 'https://code.visualstudio.com/'],
      [shield('command line', `Node ≥ ${version(engines.node)}`), 'https://nodejs.org/'],
    ];
    assert.deepEqual(
      badges.map(({ url, href }: { url: string; href: string }) => [url, href]),
      expected,
    );
    for (const { text } of await readDocuments('README.md', 'README.zh-cn.md')) {
      const shown = [...text.matchAll(/\[!\[[^\]]+\]\(([^)]+)\)\]\(([^)]+)\)/g)].map(([, url, href]) => [url, href]);
      assert.deepEqual(shown, expected);
    }
  });

  it('keeps a changelog whose sections have known names', async () => {
    const text = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    const [first, ...versions] = [...text.matchAll(/^## (.*)$/gm)].map(match => match[1] ?? '');
    assert.equal(first, '[Unreleased]');
    for (const version of versions) assert.match(version, /^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
    for (const [, section = ''] of text.matchAll(/^### (.*)$/gm)) assert.ok(known.includes(section), section);
  });
});
