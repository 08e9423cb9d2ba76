// What `npm run audit` says of each thing that `npm audit --json` can print, and how it ends.
import assert from 'node:assert/strict';
import { auditVerdict } from '../../scripts/audit-verdict.ts';

const bundled = (name: string) => name === 'yaml';
const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { total: 347 } } });
const finding = (name: string, rest: object) => ({
  [name]: { name, severity: 'high', range: '<2.8.3', via: [], fixAvailable: true, ...rest },
});

describe('npm run audit', () => {
  it('says how many packages are clean', () => {
    assert.deepEqual(auditVerdict(report({}), bundled), {
      exitCode: 0,
      text: 'Clean: no known vulnerability in 347 packages of package-lock.json.',
    });
  });

  it('names each finding, whether it is in the extension, why, and what mends it', () => {
    const advisory = { title: 'Stack overflow', url: 'https://github.com/advisories/GHSA-48c2-rrv3-qjmp' };
    const output = report({
      ...finding('yaml', { via: [advisory] }),
      ...finding('mocha', { via: ['yaml'], fixAvailable: { name: 'mocha', version: '13.0.0' } }),
      ...finding('xml2js', { range: '*', fixAvailable: false }),
    });
    assert.deepEqual(auditVerdict(output, bundled), {
      exitCode: 1,
      text: [
        '3 packages have known vulnerabilities:',
        '  yaml <2.8.3, high, in the extension: Stack overflow https://github.com/advisories/GHSA-48c2-rrv3-qjmp — npm update yaml, then npm test',
        '  mocha <2.8.3, high, in development only: by yaml — npm install mocha@13.0.0, then npm test',
        '  xml2js *, high, in development only — no mended version yet: see whether the fault can be reached, or replace the package',
      ].join('\n'),
    });
  });

  it('takes no answer of the registry for clean', () => {
    const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } });
    assert.deepEqual(auditVerdict(refused, bundled), {
      exitCode: 3,
      text:
        'Not known: the registry does not answer audits (405 Method Not Allowed). — Ask one that does, as that of npm itself: ' +
        'npm run audit -- --registry <address>',
    });
    for (const output of ['', 'npm: not found', 'null', '[]', '{"vulnerabilities": null}']) {
      const { exitCode, text } = auditVerdict(output, bundled);
      assert.equal(exitCode, 3, output);
      assert.match(text, /^Not known: the registry does not answer audits\. — /, output);
    }
  });
});
