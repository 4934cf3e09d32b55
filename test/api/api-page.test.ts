/**
 * Tests the browsable API, and validates its document with an independent library.
 * @module-tag ci-only
 */
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentPath } from './document-check.ts';
import { Harness } from './harness.ts';

describe('the API page', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  });
  afterAll(() => harness.sandbox.close());
  const get = (path: string) => fetch(harness.sandbox.url + path);

  test.each([
    ['/sandbox/api', 'text/html', /<div id="api">/],
    ['/sandbox/api/start.js', 'text/javascript', /SwaggerUIBundle\(/],
    ['/sandbox/api/swagger-ui-bundle.js', 'text/javascript', /SwaggerUIBundle/],
    ['/sandbox/api/swagger-ui.css', 'text/css', /\.swagger-ui/],
    ['/sandbox/openapi.yaml', 'application/yaml', /openapi: 3\.1\.0/],
  ])('%s needs no credentials, and its policy allows only its own content', async (path, type, words) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(await response.text()).toMatch(words);
  });

  test('shows the same document that the tests check replies against', async () => {
    expect(await (await get('/sandbox/openapi.yaml')).text()).toBe(readFileSync(documentPath, 'utf8'));
  });

  test('requires credentials for every other path', async () => {
    for (const path of ['/devices', '/sandbox/control', '/sandbox', '/sandbox/api/absolute-path.js']) {
      expect((await get(path)).status, path).toBe(401);
    }
  });
});

describe('an independent validator', () => {
  test('finds no error in the document', async () => {
    const result = await new Validator().validate(documentPath);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('finds an inserted error', async () => {
    const broken = readFileSync(documentPath, 'utf8').replace('required: true', 'required: perhaps');
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });
});
