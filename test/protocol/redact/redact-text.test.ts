import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText } from '../../../src/protocol/index.js';
import { jsonObjects } from '../../support/message-arbitraries.js';

const SECRET = 's3cret-0f9a';

describe('secrets in JSON', () => {
  // requirement: legacy-session-id-kept-secret
  it.each<[string, unknown, unknown]>([
    [
      'Authorization',
      { headers: { Authorization: `Bearer ${SECRET}` } },
      { headers: { Authorization: '[redacted]' } },
    ],
    ['Proxy-Authorization', { 'Proxy-Authorization': SECRET }, { 'Proxy-Authorization': '[redacted]' }],
    [
      'cookies',
      { Cookie: SECRET, 'Set-Cookie': [SECRET, 'b'] },
      { Cookie: '[redacted]', 'Set-Cookie': ['[redacted]', '[redacted]'] },
    ],
    [
      'the session id',
      { 'Mcp-Session-Id': SECRET, sessionId: SECRET },
      { 'Mcp-Session-Id': '[redacted]', sessionId: '[redacted]' },
    ],
    [
      'API keys',
      { 'x-api-key': SECRET, apiKey: SECRET, OPENAI_API_KEY: SECRET },
      { 'x-api-key': '[redacted]', apiKey: '[redacted]', OPENAI_API_KEY: '[redacted]' },
    ],
    [
      'tokens',
      { access_token: SECRET, refreshToken: SECRET, id_token: SECRET, token: SECRET, GITHUB_TOKEN: SECRET },
      {
        access_token: '[redacted]',
        refreshToken: '[redacted]',
        id_token: '[redacted]',
        token: '[redacted]',
        GITHUB_TOKEN: '[redacted]',
      },
    ],
    [
      'passwords and secrets',
      {
        password: SECRET,
        dbPassword: SECRET,
        client_secret: SECRET,
        secret: SECRET,
        passphrase: SECRET,
        private_key: SECRET,
      },
      {
        password: '[redacted]',
        dbPassword: '[redacted]',
        client_secret: '[redacted]',
        secret: '[redacted]',
        passphrase: '[redacted]',
        private_key: '[redacted]',
      },
    ],
    ['numbers', { password: 12345, pin: 12345 }, { password: '[redacted]', pin: 12345 }],
    [
      'everything in an object',
      { credentials: { user: SECRET, list: [SECRET, 1, { x: SECRET }] } },
      { credentials: { user: '[redacted]', list: ['[redacted]', '[redacted]', { x: '[redacted]' }] } },
    ],
    [
      'a scheme in any string',
      { text: `use Bearer ${SECRET} or Basic dXNlcjpwYXNz` },
      { text: 'use Bearer [redacted] or Basic [redacted]' },
    ],
    ['a scheme in a member name', { [`Bearer ${SECRET}`]: 1 }, { 'Bearer [redacted]': 1 }],
    [
      'URLs',
      { uri: `https://user:${SECRET}@host/p?x=1&access_token=${SECRET}&code=${SECRET}#y` },
      { uri: 'https://[redacted]@host/p?x=1&access_token=[redacted]&code=[redacted]#y' },
    ],
    [
      'JSON in a string',
      { text: JSON.stringify({ password: SECRET, a: 1 }) },
      { text: '{"password":"[redacted]","a":1}' },
    ],
    [
      'JSON in JSON in a string',
      { text: JSON.stringify({ t: JSON.stringify({ token: SECRET }) }) },
      { text: '{"t":"{\\"token\\":\\"[redacted]\\"}"}' },
    ],
    [
      'header lines in a string',
      { text: `Host: h\r\nAuthorization: Digest username="u", response="${SECRET}"\r\nX: y` },
      { text: 'Host: h\r\nAuthorization: [redacted]\r\nX: y' },
    ],
    [
      'environment lines in a string',
      { text: `A=b\nAWS_SECRET_ACCESS_KEY=${SECRET}\nC=d` },
      { text: 'A=b\nAWS_SECRET_ACCESS_KEY=[redacted]\nC=d' },
    ],
  ])('are hidden: %s', (_, value, hidden) => {
    expect(JSON.parse(redactText(JSON.stringify(value)))).toEqual(hidden);
  });

  it.each<[string, unknown]>([
    ['progress tokens', { progressToken: 'abc', params: { _meta: { progressToken: 7 } } }],
    ['flags and nothing', { password: null, secret: true, token: false }],
    [
      'names that only resemble',
      { tokens: 5, maxTokens: 100, tokenizer: 'x', keyboard: 'y', cookies_enabled: 'z', author: 'a' },
    ],
    [
      'schemas of members named like secrets',
      {
        inputSchema: {
          type: 'object',
          properties: { password: { type: 'string', description: 'd' } },
          required: ['password'],
        },
      },
    ],
    [
      'a challenge',
      { 'WWW-Authenticate': 'Bearer realm="r", error="invalid_token", resource_metadata="https://h/x"' },
    ],
    ['English', { description: 'Basic arithmetic. Basic usage of cookies, tokens and keys.' }],
    ['URLs without secrets', { uri: 'https://host:8080/a@b?x=1', mail: 'a@b.c' }],
  ])('are not suspected in %s', (_, value) => {
    const text = JSON.stringify(value);
    expect(redactText(text)).toBe(text);
  });

  it('are hidden in place: spacing, digits, repeated members and order stay', () => {
    const text =
      '{ "id" : 9007199254740993,\n "token":"a", "x":1.0, "x":[ ], "token" : 12345678901234567890 }';
    expect(redactText(text)).toBe(
      '{ "id" : 9007199254740993,\n "token":"[redacted]", "x":1.0, "x":[ ], "token" : "[redacted]" }',
    );
  });

  it('are hidden where the name is written with escapes', () => {
    expect(redactText('{"\\u0074oken":"a"}')).toBe('{"\\u0074oken":"[redacted]"}');
  });

  it('are hidden in a schema map that holds a value and no schema', () => {
    expect(redactText('{"properties":{"password":"a"}}')).toBe('{"properties":{"password":"[redacted]"}}');
  });
});

describe('secrets in other text', () => {
  it.each([
    ['Authorization: Bearer abc\nHost: h', 'Authorization: [redacted]\nHost: h'],
    ['authorization=Basic dXNlcjpwYXNz', 'authorization=[redacted]'],
    ['cookie: a="b c"; sid=d', 'cookie: [redacted]'],
    ['Mcp-Session-Id: abc', 'Mcp-Session-Id: [redacted]'],
    ['> x-api-key: abc, next', '> x-api-key: [redacted] next'],
    ["{ authorization: 'Bearer abc', host: 'h' }", "{ authorization: '[redacted]', host: 'h' }"],
    ['npx server --api-key abc --port 80', 'npx server --api-key [redacted] --port 80'],
    ['npx server --password=abc --port 80', 'npx server --password=[redacted] --port 80'],
    [
      'grant_type=refresh_token&refresh_token=abc&x=y',
      'grant_type=refresh_token&refresh_token=[redacted]&x=y',
    ],
    ['http://u:p@ss@h/p', 'http://[redacted]@h/p'],
    ['redirect?code=abc&state=x', 'redirect?code=[redacted]&state=x'],
    ['sent {"token":"ab\\"c","x":1}', 'sent {"token":"[redacted]","x":1}'],
    ['sent {\\"token\\":\\"ab\\\\\\"c\\",\\"x\\":1}', 'sent {\\"token\\":\\"[redacted]\\",\\"x\\":1}'],
    ['{"x":1,"authorization":"Bearer ab', '{"x":1,"authorization":"[redacted]'],
    ['{"x":1,"credentials":{"a":["b', '{"x":1,"credentials":[redacted]'],
    ['password: [x]y z', 'password: [redacted] z'],
    ['"auth": "abc" is', '"auth": "[redacted]" is'],
    ['Error: DPoP abc.def', 'Error: DPoP [redacted]'],
    ["{ 'pass': 'abc' }", "{ 'pass': '[redacted]' }"],
    ['{\\"pass\\":\\"abc\\"', '{\\"pass\\":\\"[redacted]\\"'],
    ['/file?x-amz-signature=abc&x=1', '/file?x-amz-signature=[redacted]&x=1'],
  ])('are hidden: %s', (text, hidden) => {
    expect(redactText(text)).toBe(hidden);
  });

  it.each([
    'MyServer v1 started',
    '',
    'token',
    'the bearer',
    'auth ok',
    'https://host/path',
    'progressToken: 5',
  ])('are not suspected in %j', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

const secretNames = fc.constantFrom(
  'Authorization',
  'authorization',
  'Proxy-Authorization',
  'Cookie',
  'Set-Cookie',
  'Mcp-Session-Id',
  'MCP-Session-Id',
  'x-api-key',
  'api_key',
  'apiKey',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'password',
  'secret',
  'SLACK_TOKEN',
  'sessionToken',
);
/** Recognisable wherever it survives, and without what would end it in text. */
const secrets = fc.stringMatching(/^[A-Za-z0-9+/=._~-]{0,12}$/).map((tail) => `S3CRET${tail}`);

describe('redaction', () => {
  /** A JSON value with the secret planted somewhere in it, in a form that marks it as one. */
  const planted = fc
    .tuple(
      jsonObjects,
      secretNames,
      secrets,
      fc.nat({ max: 7 }),
      fc.array(fc.nat({ max: 2 }), { maxLength: 4 }),
    )
    .map(([other, name, secret, form, wrapping]) => {
      const forms: unknown[] = [
        { [name]: secret },
        { [name]: [secret, { x: secret }] },
        `Bearer ${secret}`,
        `x\n${name}: ${secret}\n`,
        `https://u:${encodeURIComponent(secret)}@h/`,
        `https://h/?a=1&token=${secret}`,
        JSON.stringify({ ...other, [name]: secret }),
        { text: `a ${JSON.stringify({ [name]: secret })} b` },
      ];
      const wrap = (inner: unknown, how: number): unknown =>
        [{ ...other, inner }, [other, inner], { text: JSON.stringify({ inner }) }][how];
      return { secret, value: wrapping.reduce(wrap, forms[form]) };
    });

  it('lets no secret through, keeps JSON valid, and finds nothing the second time', () => {
    fc.assert(
      fc.property(planted, ({ value }) => {
        const redacted = redactText(JSON.stringify(value));
        expect(redacted).not.toContain('S3CRET');
        expect(() => JSON.parse(redacted)).not.toThrow();
        expect(redactText(redacted)).toBe(redacted);
      }),
      { numRuns: 500 },
    );
  });

  it('lets no secret through in JSON that was cut off', () => {
    fc.assert(
      fc.property(planted, fc.nat(), ({ value }, cut) => {
        const text = JSON.stringify(value);
        const redacted = redactText(text.slice(0, cut % (text.length + 1)));
        // What is left of a URL has no @ that would mark the part before it.
        if (!text.includes('https://u:')) expect(redacted).not.toMatch(/S3CRET/);
      }),
      { numRuns: 500 },
    );
  });

  it('changes nothing in JSON that holds no secret', () => {
    const text = fc.string().filter((value) => redactText(value) === value);
    const value = fc.jsonValue({ stringUnit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[b-j]{1,5}$/), fc.oneof(text, value)), (object) => {
        const json = JSON.stringify(object);
        const redacted = redactText(json);
        expect(redactText(redacted)).toBe(redacted);
        expect(Object.keys(JSON.parse(redacted))).toEqual(Object.keys(object));
      }),
    );
  });

  it('is idempotent on any text made of what it looks for', () => {
    const pieces = fc.constantFrom(
      'token',
      'Authorization',
      'cookie',
      'password',
      'Bearer ',
      'Basic ',
      'dXNlcjpwYXNz',
      ':',
      '=',
      ' ',
      '"',
      "'",
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      '&',
      '?code=',
      '://',
      '@',
      '/',
      '\n',
      '--',
      '-',
      'x',
      '1',
      '[redacted]',
      'realm=',
      '<',
      '#',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
        (text) => {
          const redacted = redactText(text);
          expect(redactText(redacted)).toBe(redacted);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
