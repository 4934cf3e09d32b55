/** `tillbridge decode` on every frame of the NEO 2 reference: the golden file's names and fields. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../native/framing/bytes.ts';
import { encodeNeo2Response } from '../../native/framing/neo2-frame.ts';
import { splitIntoNeo2Reports } from '../../native/framing/neo2-hid.ts';
import { neo2Golden, neo2TextGolden, type Neo2Golden } from '../unit/native/golden/neo2-vectors.ts';
import { decode, withoutLine } from './decoding.ts';

const examples = [...neo2Golden, ...neo2TextGolden];
/** The two frames of the reference with a wrong checksum (section 1); the second has its bytes swapped. */
const isMisordered = ({ source }: Neo2Golden) => source.includes('IDTech_PKI.cs');
const good = examples.filter((one) => 'name' in one.means && !isMisordered(one));

function expected(one: Neo2Golden): Record<string, unknown> {
  const { means } = one;
  if (isMisordered(one)) {
    const message = 'the checksum stands high byte first; a command has it low byte first';
    return { message: 'start-secure-task', checksum: 'bad', error: { code: 'FRAME_MISORDERED_CHECKSUM', message } };
  }
  if ('fault' in means) {
    // This is the guide's misprint (p490): the decoder reports and refuses it.
    return {
      message: 'screen-create',
      checksum: 'bad',
      error: { code: 'FRAME_BAD_CHECKSUM', message: 'checksum A2D7, computed 82F1' },
    };
  }
  const { block, ...fields } = means.fields;
  // A card's answer in pass-through mode may be anything: only its length is given.
  const opaque = typeof block === 'string' ? { block: { length: block.length / 2 } } : {};
  return { message: means.name, fields: { ...fields, ...opaque }, checksum: 'ok' };
}

it('the golden file contains the two misprints, and frames of every kind', () => {
  expect(examples.length - good.length).toBe(2);
  expect(good.length).toBeGreaterThan(31);
});

it.each(['serial', 'message'])('each frame is printed as a line: %s', async (link) => {
  const { code, printed, stderr } = await decode('neo2', link, examples.map(({ hex }) => hex).join('\n'));
  expect(printed.map(withoutLine)).toEqual(examples.map(expected));
  // Exit code 1, because some frames could not be decoded.
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

it('USB reports are joined', async () => {
  const reports = good.flatMap(({ hex }) => splitIntoNeo2Reports(fromHex(hex)).map(toHex));
  expect(reports.length).toBeGreaterThan(good.length);
  const { code, printed } = await decode('neo2', 'hid', reports.join('\n'));
  expect(printed.map(withoutLine)).toEqual(good.map(expected));
  expect(code).toBe(0);
});

it('a refusal without data is an answer, whether or not its checksum looks swapped', async () => {
  // Command 90-07 refused as malformed looks like a command without data and with a swapped checksum, so it counts as
  // an answer.
  const refusal = toHex(encodeNeo2Response(0x90, 0x07));
  const hostAnswer = toHex(encodeNeo2Response(0x61, 0x05, fromHex('00')));
  const failedRead = toHex(encodeNeo2Response(0x02, 0x0a, fromHex('24000002')));
  const { code, printed } = await decode('neo2', 'serial', [refusal, hostAnswer, failedRead].join('\n'));
  expect(printed.map(({ message, checksum }) => [message, checksum])).toEqual([
    ['secure-task answer', 'ok'],
    ['screen answer', 'ok'],
    ['transaction answer', 'ok'],
  ]);
  expect(code).toBe(0);
});

it('each undecodable input gets its error code', async () => {
  const ping = '5669564F74656368320018010000B3CD';
  const { code, printed, stderr } = await decode(
    'neo2',
    'serial',
    [
      ping,
      ping.slice(0, -2),
      ping.slice(0, 20),
      `${ping}00`,
      ping.replace('B3CD', 'B3CE'),
      '4500',
      'AA00',
      'xx',
      ping,
    ].join('\n'),
  );
  expect(printed.map(({ error, message }) => error?.code ?? message)).toEqual([
    'ping',
    'FRAME_TRUNCATED',
    'FRAME_TRUNCATED',
    'FRAME_OVERLONG',
    'FRAME_BAD_CHECKSUM',
    'FRAME_TRUNCATED',
    'FRAME_NOT_NEO2',
    'HEX_INVALID',
    'ping',
  ]);
  expect(printed.map(({ checksum }) => checksum)).toEqual([
    'ok',
    undefined,
    undefined,
    undefined,
    'bad',
    undefined,
    undefined,
    undefined,
    'ok',
  ]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

it('lost and foreign USB reports get their error codes, and whole messages are printed', async () => {
  const whiteList = good.find(({ means }) => 'name' in means && means.name === 'set-white-list')?.hex ?? '';
  const list = splitIntoNeo2Reports(fromHex(whiteList)).map(toHex);
  const [first = '', middle = '', last = ''] = list;
  expect(list).toHaveLength(3);
  const { code, printed } = await decode(
    'neo2',
    'hid',
    [middle, first, last, first, first, middle, last, `07${first.slice(2)}`, first.slice(4), first].join('\n'),
  );
  expect(printed.map(({ error, message }) => error?.code ?? message)).toEqual([
    'FRAME_ORPHAN',
    'FRAME_WRONG_TOTAL',
    'FRAME_INTERRUPTED',
    'set-white-list',
    'FRAME_UNKNOWN_REPORT',
    'FRAME_WRONG_SIZE',
    'FRAME_TRUNCATED',
  ]);
  expect(code).toBe(1);
});
