/**
 * The HTTP side: one Fastify application that takes every operation from the OpenAPI table, and the order in which a
 * request is judged:
 *
 *   request id → 401 → 404 / 405 → 406 → 403 → 400 (JSON) → fault before → 422 (schema) → handler → fault after → reply
 */
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { headers, limits, operations, usesCursorPagination } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';
import { wait } from '../clock.ts';
import { control, CONTROL_PATH } from '../faults/control.ts';
import type { Fault, FaultQueue } from '../faults/faults.ts';
import type { SandboxLog } from '../log.ts';
import { addPages } from '../pages/index.ts';
import { notFound } from '../rules/refusal.ts';
import type { Refusal } from '../rules/refusal.ts';
import { newUuid } from '../store/ids.ts';
import type { StoredUser } from '../store/store.ts';
import { addApiPage } from './api-page.ts';
import { authenticate, challenge, refuseByRole, refuseControl } from './auth.ts';
import { envelope, Problem } from './envelope.ts';
import { badRequestProblem, methodNotAllowed, notAcceptableProblem, problemOf } from './errors.ts';
import type { Query } from './filters.ts';
import type { Answer, Call, Handlers, World } from './handlers.ts';
import { MULTIPART, parseMultipart } from './multipart.ts';
import { HAL_JSON, JSON_TYPE, replyType } from './negotiation.ts';
import { drop, htmlAnswer, jsonAnswer, rawAnswer, send, sendHalf, sendTrickle } from './reply.ts';
import type { ReadyAnswer } from './reply.ts';
import { refuseBody } from './validation.ts';

/** What is known of a request after its headers were read. */
interface RequestState {
  requestId: string;
  startedAt: number;
  user: StoredUser | null;
  type: string;
}

export interface ServerParts {
  world: World;
  handlers: Handlers;
  faults: FaultQueue;
  log: SandboxLog;
  /** Aborts when the sandbox closes: everything that waits gives up. */
  closing: AbortSignal;
}

const versionHeader = headers.version.toLowerCase();
const bodyLimitBytes = 1024 * 1024;
/** A file and what is around it. */
const multipartLimitBytes = limits.fileBytes + 64 * 1024;

/** Parts of a body that trickles. */
const TRICKLE_PIECES = 20;

const faultRefusals: Readonly<Record<Fault['status'], Refusal>> = {
  401: { status: 401, code: 'UNKNOWN', message: 'Unauthorized.' },
  402: { status: 402, code: 'UPSTREAM_PROCESSOR_ERROR', message: 'The processor could not be reached.' },
  409: { status: 409, code: 'CONFLICT', message: 'The request conflicts with the current state.' },
  422: { status: 422, code: 'UNPROCESSABLE_ENTITY', message: 'The request cannot be done.' },
  429: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Too many requests.' },
  500: { status: 500, code: 'SERVER_ERROR', message: 'Internal server error.' },
  503: { status: 503, code: 'SERVER_ERROR', message: 'Service unavailable.' },
};

/** `/devices/{device_id}` as Fastify writes it. */
const routePath = (template: string) => template.replaceAll(/\{(\w+)\}/g, ':$1');

/** Which methods each path has, for 405. */
function methodsByPath(): { pattern: RegExp; methods: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { method, path } of Object.values(operations)) found.set(path, [...(found.get(path) ?? []), method]);
  found.set(CONTROL_PATH, ['GET', 'POST']);
  return [...found].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: methods.sort(),
  }));
}

function firstValues(query: unknown): Query {
  const entries = Object.entries(query as Record<string, string | string[]>);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

const routeKey = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url ?? ''}`;

/** What operations answer that is no JSON, by method and route. */
const rawTypesByRoute = new Map<string, readonly string[]>(
  Object.values(operations)
    .filter(({ rawReplyTypes }) => rawReplyTypes.length > 0)
    .map(({ method, path, rawReplyTypes }) => [`${method} ${routePath(path)}`, rawReplyTypes]),
);

/** A body of another kind than the operation takes cannot be accepted. */
function refuseBodyType(operation: OperationId, contentType: string | undefined): void {
  const { bodyType } = operations[operation];
  if (bodyType === null || contentType === undefined) return;
  const takesMultipart = bodyType !== JSON_TYPE;
  if (takesMultipart !== contentType.toLowerCase().startsWith(MULTIPART)) throw notAcceptableProblem();
}

export function buildServer(parts: ServerParts): FastifyInstance {
  const { world, handlers, faults, log, closing } = parts;
  const states = new WeakMap<FastifyRequest, RequestState>();
  const paths = methodsByPath();
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: true,
    requestTimeout: limits.requestTimeoutMs,
    exposeHeadRoutes: false,
    genReqId: () => newUuid(world.random),
    // A path that is not even escaped right never reaches a route.
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });

  const stateOf = (request: FastifyRequest): RequestState =>
    states.get(request) ?? { requestId: request.id, startedAt: world.clock.now(), user: null, type: HAL_JSON };

  const headersFor = (state: RequestState): Record<string, string> => ({
    // The platform's own idea of the time, right or wrong.
    date: new Date(world.clock.now()).toUTCString(),
    [headers.requestId]: state.requestId,
    ...(state.user ? { [headers.role]: state.user.role } : {}),
  });

  const failureAnswer = (error: unknown, request: FastifyRequest): ReadyAnswer => {
    const state = stateOf(request);
    const { problem, isBug } = problemOf(error);
    if (isBug) log({ kind: 'bug', requestId: state.requestId, error });
    const logref = problem.status === 402 ? newUuid(world.random) : state.requestId;
    const more = problem.status === 401 ? challenge : {};
    return jsonAnswer(problem.status, state.type, envelope(problem.refusals, logref), {
      ...headersFor(state),
      ...more,
      ...problem.headers,
    });
  };

  async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await send(reply, failureAnswer(error, request));
  }

  app.removeAllContentTypeParsers();
  app.addContentTypeParser([JSON_TYPE, HAL_JSON], { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      // The parser's own message quotes the body; ours does not.
      done(Object.assign(new Error('Not JSON'), { statusCode: 400 }));
    }
  });

  app.addContentTypeParser(
    MULTIPART,
    { parseAs: 'buffer', bodyLimit: multipartLimitBytes },
    async (request: FastifyRequest, body: Buffer) => {
      try {
        return await parseMultipart(request.headers['content-type'] ?? '', body);
      } catch {
        throw badRequestProblem();
      }
    },
  );

  app.addHook('onRequest', async (request) => {
    // Pages for a browser without credentials.
    if (request.routeOptions.config.isPublic === true) return;
    const state: RequestState = {
      requestId: request.id,
      startedAt: world.clock.now(),
      user: null,
      type: HAL_JSON,
    };
    states.set(request, state);
    const user = authenticate(request.headers.authorization, world.store);
    if ('status' in user) throw new Problem(user);
    state.user = user;
    if (request.is404) return;
    const type = replyType(request.headers.accept, rawTypesByRoute.get(routeKey(request)));
    if (type === null) throw notAcceptableProblem();
    state.type = type;
    const isControl = request.routeOptions.url === CONTROL_PATH;
    const refusal = isControl ? refuseControl(user.role) : refuseByRole(user.role, request.method);
    if (refusal) throw new Problem(refusal);
  });

  app.addHook('onResponse', async (request, reply) => {
    const state = stateOf(request);
    log({
      kind: 'request',
      requestId: state.requestId,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      tookMs: world.clock.now() - state.startedAt,
    });
  });

  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const known = paths.find(({ pattern }) => pattern.test(path));
    await answerFailure(known ? methodNotAllowed(known.methods) : new Problem(notFound), request, reply);
  });

  /** Runs one operation; a failure it throws is an answer like any other, so that faults can spoil it too. */
  async function answerOf(
    operation: OperationId,
    request: FastifyRequest,
    state: RequestState & { user: StoredUser },
    pendingMs: number | null = null,
  ): Promise<ReadyAnswer & { isLost: boolean }> {
    try {
      refuseBodyType(operation, request.headers['content-type']);
      world.settle();
      const [first, ...rest] = refuseBody(operation, request.body);
      if (first) throw new Problem([first, ...rest]);
      const call = {
        operation,
        parameters: request.params,
        query: firstValues(request.query),
        body: request.body,
        user: state.user,
        usesCursor: usesCursorPagination(request.headers[versionHeader]?.toString()),
        target: request.url,
        pendingMs,
        wait: (delayMs: number) => wait(world.clock, delayMs, closing),
      } as Call<OperationId>;
      // The table pairs each operation with its own kind of call; the schema has just been checked.
      const handler = handlers[operation] as (call: Call<OperationId>) => Answer<unknown> | Promise<Answer<unknown>>;
      const answer = await handler(call);
      const location = answer.location === undefined ? {} : { location: answer.location };
      const headers = { ...headersFor(state), ...location, ...answer.headers };
      const ready =
        answer.body === undefined || answer.body instanceof Uint8Array
          ? rawAnswer(answer.status, answer.body, headers)
          : jsonAnswer(answer.status, state.type, answer.body, headers);
      return { ...ready, isLost: answer.isLost === true };
    } catch (error) {
      return { ...failureAnswer(error, request), isLost: false };
    }
  }

  /** True when the fault took care of the reply. `ready` is what would have been sent, once there is such a thing. */
  async function spoil(fault: Fault, request: FastifyRequest, reply: FastifyReply, ready: ReadyAnswer | null) {
    if (fault.delayMs > 0 && fault.kind !== 'trickle' && fault.kind !== 'pending') {
      await wait(world.clock, fault.delayMs, closing);
    }
    const retry: Record<string, string> =
      fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
    switch (fault.kind) {
      case 'answer':
      case 'duplicate':
      case 'pending':
        return false;
      case 'drop':
        drop(reply);
        return true;
      case 'status':
        await answerFailure(new Problem(faultRefusals[fault.status], retry), request, reply);
        return true;
      case 'html':
        await send(reply, htmlAnswer(fault.status, { ...headersFor(stateOf(request)), ...retry }));
        return true;
      case 'half-body':
        if (!ready) return false;
        sendHalf(reply, ready);
        return true;
      case 'trickle':
        if (!ready) return false;
        await sendTrickle(reply, ready, TRICKLE_PIECES, () =>
          wait(world.clock, Math.ceil(fault.delayMs / TRICKLE_PIECES), closing),
        );
        return true;
    }
  }

  async function handle(operation: OperationId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { user, ...state } = stateOf(request);
    if (!user) throw new Error('A request got past authentication without a user');
    const { latencyMs, fault } = faults.take(operation);
    if (latencyMs > 0) await wait(world.clock, latencyMs, closing);
    // A part of an answer needs the whole one first.
    const isLate = fault?.when === 'after' || fault?.kind === 'half-body' || fault?.kind === 'trickle';
    if (fault && !isLate && (await spoil(fault, request, reply, null))) return;
    const pendingMs = fault?.kind === 'pending' ? fault.delayMs : null;
    if (fault?.kind === 'duplicate') await answerOf(operation, request, { ...state, user });
    const { isLost, ...ready } = await answerOf(operation, request, { ...state, user }, pendingMs);
    if (fault && isLate && (await spoil(fault, request, reply, ready))) return;
    // A closing sandbox has broken its connections already.
    if (isLost || closing.aborted) drop(reply);
    else await send(reply, ready);
  }

  for (const [operation, { method, path }] of Object.entries(operations) as [
    OperationId,
    { method: HTTPMethods; path: string },
  ][]) {
    app.route({ method, url: routePath(path), handler: (request, reply) => handle(operation, request, reply) });
  }
  app.route({
    method: ['GET', 'POST'],
    url: CONTROL_PATH,
    handler: async (request, reply) => {
      const state = stateOf(request);
      if (!state.user) throw new Error('A request got past authentication without a user');
      const body =
        request.method === 'GET'
          ? { faults: faults.remaining, weather: faults.weather }
          : control(world, faults, state.user, request.body);
      await send(reply, jsonAnswer(200, JSON_TYPE, body, headersFor(state)));
    },
  });
  addApiPage(app);
  addPages(app, world, log);
  return app;
}
