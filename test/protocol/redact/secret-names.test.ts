import { describe, expect, it } from 'vitest';
import { isSecretName, SECRET_NAME_PATTERN } from '../../../src/protocol/redact/secret-names.js';

const inText = new RegExp(`(?:${SECRET_NAME_PATTERN})["':=]`, 'i');

describe('names of secrets', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'set-cookie',
    'access_token',
    'accessToken',
    'TOKEN',
    'token2',
    'client-secret',
    'API_KEY',
    'apikey',
    'privateKey',
    'aws_secret_access_key',
    'MCP-Session-Id',
    'password1',
    'passwd',
    'credentials',
    'code_verifier',
  ])('%s is one, in JSON and in other text', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(inText.test(`${name}=`)).toBe(true);
  });

  it.each(['auth', 'pass', 'jwt'])('%s is one as a whole', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(isSecretName(`${name}or`)).toBe(false);
    expect(inText.test(`"${name}":`)).toBe(true);
    expect(inText.test(`${name}:`)).toBe(false);
  });

  it.each([
    'progressToken',
    'progress_token',
    'tokens',
    'maxTokens',
    'name',
    'id',
    '',
    'author',
    'key',
    'monkey',
    'code',
  ])('%j is none', (name) => {
    expect(isSecretName(name)).toBe(false);
    expect(inText.test(`${name}=`)).toBe(false);
  });

  it('is answered at once for a name of any length', () => {
    expect(isSecretName(`${'x'.repeat(1_000_000)}_token`)).toBe(true);
  });
});
