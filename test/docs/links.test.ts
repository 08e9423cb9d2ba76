import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { anchorsOf, type Document, headingsOf, linksOf, published, readDocuments } from './documents.ts';

describe('the documents', () => {
  let documents: readonly Document[];
  before(async () => {
    documents = await readDocuments(...published);
  });

  it('link to files and headings that are there', () => {
    assert.deepEqual(
      documents.flatMap(document => linksOf(document).flatMap(link => problem(document, link))),
      [],
    );
  });

  it('are all reached from the README', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      const document = documents.find(each => each.file === file);
      if (!document || reached.has(file)) return;
      reached.add(file);
      for (const link of linksOf(document)) if (!isOutside(link)) follow(targetOf(document, link).file);
    };
    follow('README.md');
    assert.deepEqual(
      documents.map(({ file }) => file).filter(file => !reached.has(file)),
      [],
    );
  });

  it('have one title each, and no heading twice', () => {
    for (const document of documents) {
      if (document.file === 'THIRD-PARTY-NOTICES.md' || document.file === 'CHANGELOG.md') continue;
      const headings = headingsOf(document);
      assert.equal(headings.filter(({ level }) => level === 1).length, 1, document.file);
      const texts = headings.map(({ text }) => text);
      assert.deepEqual(texts, [...new Set(texts)], document.file);
    }
  });

  function problem(document: Document, link: string): string[] {
    if (isOutside(link)) return [];
    const { file, anchor } = targetOf(document, link);
    const absolute = path.join(root, file);
    if (!existsSync(absolute)) return [`${document.file}: ${link} is not there`];
    if (anchor === '' || !statSync(absolute).isFile()) return [];
    const target = documents.find(each => each.file === file);
    return target && anchorsOf(target).has(anchor) ? [] : [`${document.file}: ${link} names no heading`];
  }
});

function isOutside(link: string): boolean {
  return /^[a-z]+:/i.test(link);
}

function targetOf({ file }: Document, link: string): { readonly file: string; readonly anchor: string } {
  const [relative = '', anchor = ''] = decodeURIComponent(link).split('#');
  return {
    file: relative === '' ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), relative)),
    anchor,
  };
}
