/** Serves pages that need no credentials, for buyers and for users who upload a file. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { UploadedFile } from '../../../platform-api/index.ts';
import type { SandboxLog } from '../../world/log.ts';
import { isUploadedFile } from '../../rules/uploaded-file.ts';
import { notice } from './html.ts';
import type { Page } from './html.ts';
import { pagePaths } from '../../views/page-paths.ts';
import { showAttempt, showPaymentPage, submitPayment } from './payment-page.ts';
import { showReceipt } from './receipt-page.ts';
import { showUploadPage, submitUpload } from './upload-page.ts';
import type { World } from '../../world/world.ts';

const FORM = 'application/x-www-form-urlencoded';
/** More than the size of every form here. */
const formLimitBytes = 16 * 1024;
const allMethods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

async function sendPage(reply: FastifyReply, { status, headers, body }: Page): Promise<void> {
  await reply.code(status).headers(headers).send(body);
}

const parameter = (request: FastifyRequest, name: string) => (request.params as Record<string, string>)[name] ?? '';

/** The part named `file`, or null if it is missing or only text. */
function uploadOf(body: unknown): UploadedFile | null {
  const file = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['file'] : undefined;
  return isUploadedFile(file) ? file : null;
}

/** @param log receives internal errors, whose details the page does not show */
export function addPages(app: FastifyInstance, world: World, log: SandboxLog): void {
  const shown =
    (show: (request: FastifyRequest) => Page): Serve =>
    (request, reply) =>
      sendPage(reply, show(request));
  const routes: readonly { path: string; GET: Serve; POST?: Serve }[] = [
    {
      path: pagePaths.pay(':link'),
      GET: shown((request) => showPaymentPage(world, parameter(request, 'link'))),
      POST: async (request, reply) => {
        const fields = request.body instanceof Map ? (request.body as ReadonlyMap<string, string>) : new Map();
        const submitted = submitPayment(world, parameter(request, 'link'), fields);
        if (submitted.kind === 'page') await sendPage(reply, submitted.page);
        else if (submitted.kind === 'goto') await reply.redirect(submitted.path, 303);
        else {
          reply.hijack();
          reply.raw.destroy();
        }
      },
    },
    {
      path: pagePaths.attempt(':link', ':attempt'),
      GET: shown((request) => showAttempt(world, parameter(request, 'link'), parameter(request, 'attempt'))),
    },
    {
      path: pagePaths.upload(':token'),
      GET: shown((request) => showUploadPage(world, parameter(request, 'token'))),
      POST: shown((request) => submitUpload(world, parameter(request, 'token'), uploadOf(request.body))),
    },
    { path: pagePaths.receipt(':token'), GET: shown((request) => showReceipt(world, parameter(request, 'token'))) },
  ];

  void app.register(async (pages) => {
    pages.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: formLimitBytes }, (_request, body, done) => {
      // The first of two fields with the same name counts, as everywhere in the sandbox.
      done(null, new Map([...new URLSearchParams(String(body))].reverse()));
    });
    pages.setErrorHandler(async (error, request, reply) => {
      const status =
        (error as { statusCode?: number; status?: number }).statusCode ?? (error as { status?: number }).status;
      const isOurs = status === undefined || status >= 500;
      if (isOurs) log({ kind: 'bug', requestId: request.id, error });
      const title = isOurs ? 'Something went wrong' : 'Not understood';
      await sendPage(reply, notice(isOurs ? 500 : status, title, 'Open the link again and try once more.'));
    });
    const config = { isPublic: true };
    for (const { path: url, GET, POST } of routes) {
      pages.route({ method: 'GET', url, config, handler: GET });
      if (POST) pages.route({ method: 'POST', url, config, handler: POST });
      const allowed: readonly HTTPMethods[] = POST ? ['GET', 'POST'] : ['GET'];
      const refused = allMethods.filter((method) => !allowed.includes(method));
      // Refuses before the body is read, whatever its type.
      const refuse: Serve = async (_request, reply) => {
        const { status, headers, body } = notice(405, 'Not possible', 'This page cannot be used that way.');
        await sendPage(reply, { status, headers: { ...headers, allow: allowed.join(', ') }, body });
      };
      pages.route({ method: refused, url, config, onRequest: refuse, handler: refuse });
    }
  });
}
