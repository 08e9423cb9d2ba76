// Prompts and resources of MCP servers as they are written in a message.
import assert from 'node:assert/strict';
import { argumentsIn, promptIn, promptOf, resourcesIn } from '../../src/core/team/server-offer.ts';

describe('offers of MCP servers in a message', () => {
  it('a prompt is named at the beginning, with the rest behind it', () => {
    assert.deepEqual(promptIn(' /weather/brief Bonn today\nplease '), {
      server: 'weather',
      text: 'brief Bonn today\nplease',
    });
    assert.equal(promptIn('see /weather/brief'), undefined);
    assert.equal(promptIn('/continue'), undefined);
    assert.equal(promptIn('/weather/ brief'), undefined);
  });

  it('the name of a prompt may hold slashes and spaces, and is the longest that fits', () => {
    const named = (text: string) => {
      const found = promptOf(text, [{ name: 'git' }, { name: 'git/commit' }, { name: 'git/commit all' }]);
      return found && [found.prompt.name, found.rest];
    };
    assert.deepEqual(named('git/commit all  now\nplease'), ['git/commit all', 'now\nplease']);
    assert.deepEqual(named('git/commit allways'), ['git/commit', 'allways']);
    assert.deepEqual(named('git'), ['git', '']);
    assert.equal(named('git/com'), undefined);
    assert.equal(named('it'), undefined);
  });

  it('resources of known servers are named anywhere, each once', () => {
    const found = (message: string) => resourcesIn(message, new Set(['weather'])).map(({ uri }) => uri);
    assert.deepEqual(found('see @weather:weather://bonn, (@weather:a) and @weather:a.'), ['weather://bonn', 'a']);
    assert.deepEqual(found('@coder: do it; me@weather:x'), []);
  });

  it('arguments are named, or all of the rest is the first one', () => {
    assert.deepEqual(argumentsIn('city=Bonn style="very plain" x=1', ['city', 'style']), {
      city: 'Bonn',
      style: 'very plain',
    });
    assert.deepEqual(argumentsIn('a=b in Bonn', ['city']), { city: 'a=b in Bonn' });
    assert.deepEqual(argumentsIn('', ['city']), {});
    assert.deepEqual(argumentsIn('Bonn', []), {});
  });
});
