import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../src/transport/stdio/child-environment.js';

const POSIX = {
  HOME: '/home/u',
  LOGNAME: 'u',
  PATH: '/bin',
  SHELL: '/bin/sh',
  TERM: 'xterm',
  USER: 'u',
  LANG: 'C.UTF-8',
  LC_ALL: 'C',
  LC_TIME: 'de_DE',
  TMPDIR: '/tmp',
  TZ: 'UTC',
};

describe('childEnvironment', () => {
  it.each([
    {
      name: 'only what is safe',
      options: { env: {}, inheritEnv: false, own: { ...POSIX, SECRET_TOKEN: 's' }, isWindows: false },
      expected: POSIX,
    },
    {
      name: 'entries laid over it, not in its place',
      options: { env: { KEY: 'x', PATH: '/opt' }, inheritEnv: false, own: POSIX, isWindows: false },
      expected: { ...POSIX, KEY: 'x', PATH: '/opt' },
    },
    {
      name: 'everything when asked for',
      options: { env: { KEY: 'x' }, inheritEnv: true, own: { ...POSIX, OTHER: 'o' }, isWindows: false },
      expected: { ...POSIX, OTHER: 'o', KEY: 'x' },
    },
    {
      name: 'no exported shell function',
      options: {
        env: {},
        inheritEnv: true,
        own: { PATH: '/bin', SHELL: '() { :; }; echo vulnerable', 'BASH_FUNC_x%%': '() {  echo x\n}' },
        isWindows: false,
      },
      expected: { PATH: '/bin' },
    },
    {
      name: 'no variable without a value',
      options: { env: {}, inheritEnv: false, own: { PATH: '/bin', HOME: undefined }, isWindows: false },
      expected: { PATH: '/bin' },
    },
    {
      name: 'exact names on POSIX',
      options: { env: {}, inheritEnv: false, own: { Path: '/bin', LANGUAGE: 'de' }, isWindows: false },
      expected: {},
    },
    {
      name: 'names in any spelling on Windows',
      options: {
        env: {},
        inheritEnv: false,
        own: {
          Path: 'C:\\bin',
          SystemRoot: 'C:\\Windows',
          ComSpec: 'cmd.exe',
          'ProgramFiles(x86)': 'p',
          Token: 's',
        },
        isWindows: true,
      },
      expected: { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', ComSpec: 'cmd.exe', 'ProgramFiles(x86)': 'p' },
    },
    {
      name: 'one spelling of an overlaid name on Windows',
      options: { env: { PATH: 'D:\\' }, inheritEnv: false, own: { Path: 'C:\\bin' }, isWindows: true },
      expected: { PATH: 'D:\\' },
    },
  ])('gives $name', ({ options, expected }) => {
    expect(childEnvironment(options)).toEqual(expected);
  });
});
