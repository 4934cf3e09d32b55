/**
 * Does the minimum that a card payment needs: bytes of the terminal's protocol, serialport or a socket, and fetch. It
 * lacks a journal, recovery, state and events: a lost reply is lost for good. The difference to Tillbridge is the time
 * that Tillbridge adds.
 */
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SerialPort } from 'serialport';
import { Agent, fetch as fetchBy } from 'undici';
import { encodeSlip, SlipDeframer, slipInfo } from '../../../native/framing/slip.ts';
import { fromHex } from '../../../native/framing/bytes.ts';
import * as commands from '../../../native/families/mms/codec/commands.ts';
import { readOnlineRequest } from '../../../native/families/mms/codec/card-data.ts';
import { parseMmsMessage } from '../../../native/families/mms/codec/message.ts';
import { readSignal, type Signal } from '../../../native/families/mms/codec/signals.ts';
import type { ToBare } from './words.ts';

const [caFile] = process.argv.slice(2);
if (caFile !== undefined) setDefaultCACertificates([...getCACertificates(), readFileSync(caFile, 'utf8')]);

let wire: Duplex;
let headers: Record<string, string> = {};
let base = '';
let device = '';
let route: 'cable' | 'cloud' = 'cable';
let onSignal: (signal: Signal) => void = () => undefined;
let reference = 0;
/** Agent for HTTP/2, or null for Node's own fetch, which uses HTTP/1.1. */
let multiplexed: Agent | null = null;

const write = (message: Uint8Array): void => void wire.write(encodeSlip(slipInfo.toDevice, message));
const next = (): number => (reference = (reference + 1) % 256);

async function open(message: Extract<ToBare, { type: 'open' }>): Promise<void> {
  base = message.url;
  device = message.device;
  route = message.route;
  if (message.http === '2.0')
    multiplexed = new Agent({
      allowH2: true,
      connections: 1,
      keepAliveTimeout: 60_000,
      connect: { ca: getCACertificates() },
    });
  headers = {
    authorization: `Basic ${Buffer.from(`${message.username}:${message.password}`).toString('base64')}`,
    'content-type': 'application/json',
    'service-version': '2022-02-01',
  };
  if (route === 'cloud') return;
  const [kind, ...rest] = message.address.split(':');
  wire =
    kind === 'serial'
      ? new SerialPort({ path: rest.join(':'), baudRate: 115_200 })
      : connect({ host: rest[0] ?? '', port: Number(rest[1]), noDelay: true });
  const deframer = new SlipDeframer('host');
  wire.on('data', (bytes: Buffer) => {
    for (const item of deframer.push(bytes)) {
      if (item.kind !== 'frame') continue;
      const parsed = parseMmsMessage(item.message);
      const signal = parsed.ok && parsed.message.kind === 'notification' ? readSignal(parsed.message) : undefined;
      if (signal) onSignal(signal);
    }
  });
  write(commands.subscribeToAll(next()));
  await new Promise((resolve) => setTimeout(resolve, 200));
}

interface Authorization {
  id: string;
  amount: number;
  card_present_details: {
    emv_data: { authorization_response_code: string; issuer_authentication_data: string | null };
  };
}

async function call<Answer>(method: string, path: string, body: object): Promise<Answer> {
  const asked = { method, headers, body: JSON.stringify(body) };
  const to = `${base}${path}`;
  const answer = await (multiplexed ? fetchBy(to, { ...asked, dispatcher: multiplexed }) : fetch(to, asked));
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

const authorizationOf = (id: string, amountMinor: number) => ({
  amount: amountMinor,
  currency: 'USD',
  device,
  operation_key: 'CARD_PRESENT_AUTHORIZATION',
  idempotency_id: id,
});

const capture = ({ id, amount }: Authorization): Promise<unknown> =>
  call('PUT', `/authorizations/${id}`, { capture_amount: amount });

/** Sells on the cloud route, where the platform drives the terminal. */
async function sellOverCloud(id: string, amountMinor: number): Promise<void> {
  await capture(await call<Authorization>('POST', '/authorizations', authorizationOf(id, amountMinor)));
}

async function sell(id: string, amountMinor: number): Promise<void> {
  let authorization: Authorization | undefined;
  await new Promise<void>((resolve, reject) => {
    const take = async (signal: Signal): Promise<void> => {
      if (signal.kind === 'online-request') {
        const read = readOnlineRequest(signal.blob);
        if (!read.ok) throw new Error(read.reason);
        const { data, deviceSerialNumber } = read.request;
        authorization = await call<Authorization>('POST', '/authorizations', {
          ...authorizationOf(id, amountMinor),
          payment_instrument: {
            encrypted_emv_data: data.encryptedEmvData,
            emv_data_key_serial_number: data.keySerialNumber,
            encrypted_emv_format: data.format,
          },
        });
        const emv = authorization.card_present_details.emv_data;
        const issuer = emv.issuer_authentication_data;
        write(
          commands.resumeTransaction(next(), {
            deviceSerialNumber,
            authorizationResponseCode: emv.authorization_response_code,
            ...(issuer === null ? {} : { issuerAuthenticationData: fromHex(issuer) }),
          }),
        );
      }
      if (signal.kind === 'completed' && authorization) {
        await capture(authorization);
        resolve();
      }
      if (signal.kind === 'stopped') reject(new Error(`stopped by ${signal.by}`));
    };
    onSignal = (signal) => void take(signal).catch(reject);
    write(
      commands.startTransaction(next(), {
        timeoutSeconds: 60,
        readers: { msr: true, contact: true, contactless: true },
        options: commands.startOptions.fullEmv,
        transactionType: 0,
        amountMinor,
        numericCurrency: '0840',
        currencyExponent: 2,
      }),
    );
  });
}

process.on('message', (message: ToBare) => {
  const take = route === 'cloud' ? sellOverCloud : sell;
  const task = message.type === 'open' ? open(message) : take(message.id, message.amountMinor);
  task.then(
    () => process.send?.({ ok: true }),
    (error: unknown) => process.send?.({ ok: false, why: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
