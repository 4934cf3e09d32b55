/**
 * Serves the browsable API at /sandbox/api: Swagger UI over the OpenAPI document, for developers who build against the
 * platform. It needs a checkout, because a packaged Tillbridge lacks the document and Swagger UI.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route is served without credentials. */
    isPublic?: boolean;
  }
}

export const API_PAGE_PATH = '/sandbox/api';
const DOCUMENT_PATH = '/sandbox/openapi.yaml';

const documentFile = resolve(import.meta.dirname, '../../platform-api/openapi.yaml');
const require = createRequire(import.meta.url);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Payments Platform API</title>
<link rel="stylesheet" href="${API_PAGE_PATH}/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="${API_PAGE_PATH}/swagger-ui-bundle.js"></script>
<script src="${API_PAGE_PATH}/start.js"></script>
</body>
</html>
`;
/** Shows one filterable list for each resource. Requests go to this sandbox. */
const start = `SwaggerUIBundle({
  url: '${DOCUMENT_PATH}', dom_id: '#api', docExpansion: 'none', filter: true, deepLinking: true, tryItOutEnabled: true,
  validatorUrl: null, displayRequestDuration: true, persistAuthorization: false,
  requestInterceptor: (request) => {
    const url = new URL(request.url, location.href);
    request.url = location.origin + url.pathname + url.search;
    return request;
  },
});
`;

const guard = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

async function answer(reply: FastifyReply, type: string, body: () => Promise<Buffer> | string): Promise<void> {
  try {
    const content = await body();
    await reply.headers({ ...guard, 'content-type': type }).send(content);
  } catch {
    await reply
      .code(404)
      .headers({ ...guard, 'content-type': 'text/plain; charset=utf-8' })
      .send('The API page comes with a checkout of Tillbridge, not with the packaged program.');
  }
}

export function addApiPage(app: FastifyInstance): void {
  const serve = (url: string, type: string, body: () => Promise<Buffer> | string) =>
    app.get(url, { config: { isPublic: true } }, (_request, reply) => answer(reply, type, body));
  const asset = (name: string) => () => readFile(require.resolve(`swagger-ui-dist/${name}`));
  serve(API_PAGE_PATH, 'text/html; charset=utf-8', () => page);
  serve(`${API_PAGE_PATH}/start.js`, 'text/javascript; charset=utf-8', () => start);
  serve(`${API_PAGE_PATH}/swagger-ui-bundle.js`, 'text/javascript; charset=utf-8', asset('swagger-ui-bundle.js'));
  serve(`${API_PAGE_PATH}/swagger-ui.css`, 'text/css; charset=utf-8', asset('swagger-ui.css'));
  serve(DOCUMENT_PATH, 'application/yaml; charset=utf-8', () => readFile(documentFile));
}
