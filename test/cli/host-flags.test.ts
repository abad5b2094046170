import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.js';
import { UsageError } from '../../src/cli/exit-code.js';

describe('flags about configured servers', () => {
  it.each([
    ['inspect --server docs', { server: 'docs', config: undefined }, []],
    ['call --server docs search q=x', { server: 'docs', config: undefined }, ['search', 'q=x']],
    ['call search --config a.json --server docs', { server: 'docs', config: 'a.json' }, ['search']],
    ['check --server docs', { server: 'docs', config: undefined }, []],
    ['servers --config a.json', { server: undefined, config: 'a.json' }, []],
    ['tools docs', { server: undefined, config: undefined }, ['docs']],
  ])('%s', (text, host, words) => {
    const line = parseCommandLine(text.split(' '));
    expect({ host: line.flags.host, words: line.words }).toEqual({ host, words });
  });

  it.each([
    ['inspect --server docs -- node server.js', /leave out the URL or command/],
    ['inspect --server docs http://localhost/mcp', /leave out the URL or command/],
    ['inspect --config a.json', /--config goes with --server/],
    ['tools --server docs', /tools takes no --server: plainwire tools docs/],
    ['servers --server docs', /servers takes no --server/],
    ['serve --server docs x.js', /--server is a flag of inspect, call/],
    ['record --config a.json', /--config is a flag of servers, tools/],
    ['inspect --server', /server/],
  ])('%s is refused', (text, message) => {
    expect(() => parseCommandLine(text.split(' '))).toThrow(UsageError);
    expect(() => parseCommandLine(text.split(' '))).toThrow(message);
  });
});
