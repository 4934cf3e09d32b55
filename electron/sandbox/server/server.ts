/**
 * Serves HTTP: one Fastify application with every operation of the OpenAPI table. A request is checked in this order:
 *
 *   request id → 401 → 404 / 405 → 406 → 403 → 400 (JSON) → fault before → 422 (schema) → handler → fault after → reply
 */
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { headers, limits, operations, usesCursorPagination } from '../../platform-api/index.ts';
import type { OperationId } from '../../platform-api/index.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import { notFound } from '../rules/refusal.ts';
import { newUuid } from '../store/ids.ts';
import type { StoredUser } from '../store/store.ts';
import { wait } from '../time/clock.ts';
import type { SandboxLog } from '../world/log.ts';
import { Problem } from '../world/problem.ts';
import type { World } from '../world/world.ts';
import { addApiPage } from './api-page.ts';
import { authenticate, challenge, refuseByRole, refuseControl } from './auth.ts';
import { control, CONTROL_PATH, controlState } from './control.ts';
import { badRequestProblem, envelope, methodNotAllowed, notAcceptableProblem, problemOf } from './errors.ts';
import { isLate, damageReply } from './fault-replies.ts';
import type { Query } from './filters.ts';
import type { Answer, Call, Handlers } from './handlers.ts';
import { MULTIPART, parseMultipart } from './multipart.ts';
import { HAL_JSON, JSON_TYPE, replyType } from './negotiation.ts';
import { addPages } from './pages/index.ts';
import { drop, jsonAnswer, rawAnswer, send } from './reply.ts';
import type { ReadyAnswer } from './reply.ts';
import { refuseBody, withoutNulls } from './validation.ts';

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
  /** Aborts when the sandbox closes, which ends every wait. */
  closing: AbortSignal;
}

const versionHeader = headers.version.toLowerCase();
const bodyLimitBytes = 1024 * 1024;
/** Maximum size of a file and the parts around it. */
const multipartLimitBytes = limits.fileBytes + 64 * 1024;

/** `/devices/{device_id}` in Fastify's notation. */
const routePath = (template: string) => template.replaceAll(/\{(\w+)\}/g, ':$1');

/** The methods of each path, for 405. */
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

/** Content types of replies that are not JSON, by method and route. */
const rawTypesByRoute = new Map<string, readonly string[]>(
  Object.values(operations)
    .filter(({ rawReplyTypes }) => rawReplyTypes.length > 0)
    .map(({ method, path, rawReplyTypes }) => [`${method} ${routePath(path)}`, rawReplyTypes]),
);

/** Refuses a body whose type the operation does not accept. */
function refuseBodyType(operation: OperationId, contentType: string | undefined): void {
  const { bodyType } = operations[operation];
  if (bodyType === null || contentType === undefined) return;
  const takesMultipart = bodyType !== JSON_TYPE;
  if (takesMultipart !== contentType.toLowerCase().startsWith(MULTIPART)) throw notAcceptableProblem();
}

/** `application/json` and every type with the suffix `+json`, which clients of hypermedia platforms send. */
const jsonTypes = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

/** Parses JSON and multipart bodies. Every other type is refused. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonTypes, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      // The parser's own message quotes the body; this message must not.
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
}

class SandboxServer {
  readonly #parts: ServerParts;
  readonly #states = new WeakMap<FastifyRequest, RequestState>();
  readonly #paths = methodsByPath();
  readonly app: FastifyInstance;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(reply, this.#failureAnswer(error, request));
    this.app = Fastify({
      logger: false,
      bodyLimit: bodyLimitBytes,
      forceCloseConnections: true,
      requestTimeout: limits.requestTimeoutMs,
      exposeHeadRoutes: false,
      // An id that is too long for any resource must be answered like an unknown id, so the limit is large.
      routerOptions: { maxParamLength: 65_536 },
      genReqId: () => newUuid(parts.world.random),
      // A path with invalid escapes never reaches a route.
      frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    });
    readBodies(this.app);
    this.app.addHook('onRequest', async (request) => this.#checkHeaders(request));
    this.app.addHook('onResponse', async (request, reply) => this.#logResponse(request, reply));
    this.app.setErrorHandler(answerFailure);
    this.app.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const known = this.#paths.find(({ pattern }) => pattern.test(path));
      await answerFailure(known ? methodNotAllowed(known.methods) : new Problem(notFound), request, reply);
    });
    this.#addRoutes();
    addApiPage(this.app);
    addPages(this.app, parts.world, parts.log);
  }

  #addRoutes(): void {
    const { world, faults } = this.#parts;
    const table = Object.entries(operations) as [OperationId, { method: HTTPMethods; path: string }][];
    for (const [operation, { method, path }] of table) {
      this.app.route({
        method,
        url: routePath(path),
        handler: (request, reply) => this.#handle(operation, request, reply),
      });
    }
    this.app.route({
      method: ['GET', 'POST'],
      url: CONTROL_PATH,
      handler: async (request, reply) => {
        const state = this.#stateOf(request);
        const user = this.#userOf(state);
        const body = request.method === 'GET' ? controlState(faults) : control(world, faults, user, request.body);
        await send(reply, jsonAnswer(200, JSON_TYPE, body, this.#headersFor(state)));
      },
    });
  }

  #stateOf(request: FastifyRequest): RequestState {
    const { world } = this.#parts;
    const known = this.#states.get(request);
    return known ?? { requestId: request.id, startedAt: world.clock.now(), user: null, type: HAL_JSON };
  }

  #userOf({ user }: RequestState): StoredUser {
    if (!user) throw new Error('A request got past authentication without a user');
    return user;
  }

  #headersFor({ requestId, user }: RequestState): Record<string, string> {
    return {
      // The header has the platform's time, even if that time is wrong.
      date: new Date(this.#parts.world.clock.now()).toUTCString(),
      [headers.requestId]: requestId,
      ...(user ? { [headers.role]: user.role } : {}),
    };
  }

  #failureAnswer(error: unknown, request: FastifyRequest): ReadyAnswer {
    const { world, log } = this.#parts;
    const state = this.#stateOf(request);
    const { problem, isBug } = problemOf(error);
    if (isBug) log({ kind: 'bug', requestId: state.requestId, error });
    const logref = problem.status === 402 ? newUuid(world.random) : state.requestId;
    const more = problem.status === 401 ? challenge : {};
    return jsonAnswer(problem.status, state.type, envelope(problem.refusals, logref), {
      ...this.#headersFor(state),
      ...more,
      ...problem.headers,
    });
  }

  /**
   * Checks credentials, format and role.
   * @throws Problem when a check fails
   */
  #checkHeaders(request: FastifyRequest): void {
    // Pages for browsers have no credentials.
    if (request.routeOptions.config.isPublic === true) return;
    const state = this.#stateOf(request);
    this.#states.set(request, state);
    const user = authenticate(request.headers.authorization, this.#parts.world.store);
    if ('status' in user) throw new Problem(user);
    state.user = user;
    if (request.is404) return;
    const type = replyType(request.headers.accept, rawTypesByRoute.get(routeKey(request)));
    if (type === null) throw notAcceptableProblem();
    state.type = type;
    const isControl = request.routeOptions.url === CONTROL_PATH;
    const refusal = isControl ? refuseControl(user.role) : refuseByRole(user.role, request.method);
    if (refusal) throw new Problem(refusal);
  }

  #logResponse(request: FastifyRequest, reply: FastifyReply): void {
    const { world, log } = this.#parts;
    const { requestId, startedAt } = this.#stateOf(request);
    log({
      kind: 'request',
      requestId,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      tookMs: world.clock.now() - startedAt,
    });
  }

  /** Runs one operation. A thrown failure becomes an ordinary answer, so that faults can damage it too. */
  async #answerOf(
    operation: OperationId,
    request: FastifyRequest,
    state: RequestState,
    pendingMs: number | null = null,
  ): Promise<ReadyAnswer & { isLost: boolean }> {
    const { world, handlers, closing } = this.#parts;
    try {
      refuseBodyType(operation, request.headers['content-type']);
      world.settle();
      const body = withoutNulls(operation, request.body);
      const [first, ...rest] = refuseBody(operation, body);
      if (first) throw new Problem([first, ...rest]);
      const call = {
        operation,
        parameters: request.params,
        query: firstValues(request.query),
        body,
        user: this.#userOf(state),
        usesCursor: usesCursorPagination(request.headers[versionHeader]?.toString()),
        target: request.url,
        pendingMs,
        wait: (delayMs: number) => wait(world.clock, delayMs, closing),
      } as Call<OperationId>;
      // The table pairs each operation with its own type of call, and the schema was just checked.
      const handler = handlers[operation] as (call: Call<OperationId>) => Answer<unknown> | Promise<Answer<unknown>>;
      const answer = await handler(call);
      const location = answer.location === undefined ? {} : { location: answer.location };
      const replyHeaders = { ...this.#headersFor(state), ...location, ...answer.headers };
      const ready =
        answer.body === undefined || answer.body instanceof Uint8Array
          ? rawAnswer(answer.status, answer.body, replyHeaders)
          : jsonAnswer(answer.status, state.type, answer.body, replyHeaders);
      return { ...ready, isLost: answer.isLost === true };
    } catch (error) {
      return { ...this.#failureAnswer(error, request), isLost: false };
    }
  }

  async #handle(operation: OperationId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { world, faults, closing } = this.#parts;
    const state = this.#stateOf(request);
    const { latencyMs, fault } = faults.take(operation);
    if (latencyMs > 0) await wait(world.clock, latencyMs, closing);
    const isSpoilt = async (ready: ReadyAnswer | null) => {
      if (!fault || isLate(fault) !== (ready !== null)) return false;
      return damageReply(fault, reply, ready, {
        wait: (delayMs) => wait(world.clock, delayMs, closing),
        failure: (problem) => this.#failureAnswer(problem, request),
        headers: () => this.#headersFor(state),
        world,
      });
    };
    if (await isSpoilt(null)) {
      // The caller already has its answer; the request continues, as if behind a gateway.
      if (fault?.when === 'meanwhile' && (await wait(world.clock, fault.delayMs, closing)))
        await this.#answerOf(operation, request, state);
      return;
    }
    const pendingMs = fault?.kind === 'pending' ? fault.delayMs : null;
    if (fault?.kind === 'duplicate') await this.#answerOf(operation, request, state);
    const { isLost, ...ready } = await this.#answerOf(operation, request, state, pendingMs);
    if (await isSpoilt(ready)) return;
    // A closing sandbox has already broken its connections.
    if (isLost || closing.aborted) drop(reply);
    else await send(reply, ready);
  }
}

/** The Fastify application that serves a world, before it listens. */
export function buildServer(parts: ServerParts): FastifyInstance {
  return new SandboxServer(parts).app;
}
