/** Choices that the specification leaves to a platform. README.md in the parent folder lists the source of each. */
export interface Switches {
  /** Path prefix of every endpoint. */
  basePath: string;
  ids: 'prefixed' | 'long';
  timestamps: 'milliseconds' | 'offset';
  /** Refuses date filters with a fraction or a time zone. */
  strictDates: boolean;
  clockSkewSeconds: number;
  /** Sends the headers date, x-request-id and service-apiuser-role. */
  headers: boolean;
  contentType: string;
  createdStatus: 200 | 201;
  fieldOrder: 'usual' | 'reversed';
  extraFields: boolean;
  /** Omits fields without a value; otherwise they are null. */
  omitNulls: boolean;

  errors: 'hal' | 'flat' | 'plain-text';
  /** Sends a 401 without a body. */
  emptyUnauthorized: boolean;
  declines: 'refused' | 'resource';
  repeats: 'reject' | 'original' | 'reference';
  rejectedRepeatStatus: 400 | 409 | 422;

  /** Age of the records that a list shows, in seconds. */
  listLagSeconds: number;
  /** Maximum size of a page, whatever limit the request has. */
  pageSize: number;
  /** Names of the lists that page by offset in every version. */
  offsetLists: readonly string[];
  listOrder: 'newest' | 'oldest';
  emptyLists: 'omitted' | 'empty' | 'not-found';

  merchantNames: 'state' | 'onboarding_state' | 'silent';
  merchantList: 'there' | 'missing' | 'forbidden';
  userFetch: 'there' | 'missing' | 'forbidden';

  /** New Devices are CLOSED, and open once they are enabled. */
  closedUntilEnabled: boolean;
  connectionWords: 'upper' | 'capitalized';
  connectionAsked: 'answered' | 'unknown';
  activationCode: string | null;
  deviceRefusalStatus: 402 | 409 | 422;
  cancelReply: 'device' | 'transfer';
  canceledState: 'CANCELED' | 'FAILED';
  /**
   * `pending`: a create on the cloud route is answered at once with PENDING. `blocks`: it is answered when the customer
   * is done.
   */
  cloudCreates: 'pending' | 'blocks';
  /** State of a cloud payment before the customer is done. */
  unresolvedState: 'PENDING' | 'UNKNOWN';

  captures: 'SUCCEEDED' | 'PENDING';
  voids: 'at-once' | 'later';
  reversals: 'SUCCEEDED' | 'PENDING';
  cardDetails: 'full' | 'nulls' | 'null';
  tipField: 'top' | 'breakdown';
  amountRequested: boolean;
  /** Duration of a PENDING capture, void or reversal, in milliseconds. */
  settleMs: number;
}

/** Platform as the facts page recorded it. */
export const recorded: Switches = {
  basePath: '',
  ids: 'prefixed',
  timestamps: 'milliseconds',
  strictDates: true,
  clockSkewSeconds: 0,
  headers: true,
  contentType: 'application/hal+json',
  createdStatus: 201,
  fieldOrder: 'usual',
  extraFields: false,
  omitNulls: false,
  errors: 'hal',
  emptyUnauthorized: false,
  declines: 'refused',
  repeats: 'reference',
  rejectedRepeatStatus: 422,
  listLagSeconds: 0,
  pageSize: 100,
  offsetLists: [],
  listOrder: 'newest',
  emptyLists: 'omitted',
  merchantNames: 'onboarding_state',
  merchantList: 'there',
  userFetch: 'there',
  closedUntilEnabled: true,
  connectionWords: 'upper',
  connectionAsked: 'answered',
  activationCode: null,
  deviceRefusalStatus: 422,
  cancelReply: 'transfer',
  canceledState: 'CANCELED',
  cloudCreates: 'pending',
  unresolvedState: 'PENDING',
  captures: 'SUCCEEDED',
  voids: 'at-once',
  reversals: 'PENDING',
  cardDetails: 'full',
  tipField: 'top',
  amountRequested: true,
  settleMs: 400,
};

/** Combinations under which the stories run. */
export const combinations = {
  recorded,
  sparse: {
    ...recorded,
    basePath: '/payments/v2',
    timestamps: 'offset',
    headers: false,
    contentType: 'application/json; charset=utf-8',
    createdStatus: 200,
    fieldOrder: 'reversed',
    extraFields: true,
    omitNulls: true,
    errors: 'flat',
    emptyUnauthorized: true,
    declines: 'resource',
    repeats: 'original',
    pageSize: 2,
    offsetLists: ['devices', 'payment_links', 'merchants'],
    emptyLists: 'empty',
    merchantNames: 'silent',
    userFetch: 'forbidden',
    connectionWords: 'capitalized',
    deviceRefusalStatus: 409,
    cancelReply: 'device',
    canceledState: 'FAILED',
    cloudCreates: 'blocks',
    captures: 'PENDING',
    voids: 'later',
    reversals: 'SUCCEEDED',
    cardDetails: 'null',
    tipField: 'breakdown',
    amountRequested: false,
  },
  distant: {
    ...recorded,
    ids: 'long',
    clockSkewSeconds: -240,
    errors: 'plain-text',
    repeats: 'reject',
    rejectedRepeatStatus: 409,
    listLagSeconds: 3,
    pageSize: 3,
    listOrder: 'oldest',
    emptyLists: 'not-found',
    merchantList: 'missing',
    userFetch: 'missing',
    connectionAsked: 'unknown',
    activationCode: '482913',
    deviceRefusalStatus: 402,
    unresolvedState: 'UNKNOWN',
    cardDetails: 'nulls',
  },
} satisfies Record<string, Switches>;
