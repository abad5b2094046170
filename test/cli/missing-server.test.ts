import { describe, expect, it } from 'vitest';
import { missingServer } from '../../src/cli/missing-server.js';

describe('a command line without a server', () => {
  it.each([
    ['inspect localhost:3000', '`localhost:3000` is no URL: write `http://localhost:3000/mcp`.'],
    ['inspect localhost:3000/', '`localhost:3000/` is no URL: write `http://localhost:3000/mcp`.'],
    ['inspect localhost', '`localhost` is no URL: write `http://localhost/mcp`.'],
    ['inspect localhost/sse', '`localhost/sse` is no URL: write `http://localhost/sse`.'],
    ['inspect 127.0.0.1:80/x', '`127.0.0.1:80/x` is no URL: write `http://127.0.0.1:80/x`.'],
    ['inspect [::1]:3000', '`[::1]:3000` is no URL: write `http://[::1]:3000/mcp`.'],
    ['inspect http:/x', '`http:/x` is no URL: write `http://x`.'],
    ['inspect https:x', '`https:x` is no URL: write `https://x`.'],
    ['call example.org:8080 echo', '`example.org:8080` is no URL: write `http://example.org:8080/mcp`.'],
    [
      'inspect foo',
      '`foo` is no URL. A command stands after `--`: `plainwire inspect -- foo`, or `plainwire inspect --server foo` for a configured server.',
    ],
    [
      'inspect node server.js',
      '`node` is no URL. A command stands after `--`: `plainwire inspect -- node server.js`.',
    ],
    ['check ./server', expect.stringContaining('`plainwire check -- ./server`')],
    ['call echo message=hi', expect.stringMatching(/^Name a server/)],
    ['read memo://a', expect.stringMatching(/^Name a server/)],
    ['inspect', expect.stringMatching(/^Name a server/)],
  ])('%s', (text, message) => {
    const [verb = '', ...words] = text.split(' ');
    expect(missingServer(verb, words).message).toEqual(message);
  });

  it('takes a long word in no time', () => {
    expect(missingServer('inspect', ['a.'.repeat(100_000)]).message).toMatch(/is no URL/);
  });
});
