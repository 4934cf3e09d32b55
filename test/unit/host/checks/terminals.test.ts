import { expect, test } from 'vitest';
import { ports, terminals } from '../../../../electron/host/checks/terminals.ts';
import type { CheckFacts } from '../../../../electron/host/checks/check.ts';
import { listCandidates } from '../../../../native/discovery/discover.ts';
import { TillError, type Discovered } from '../../../../electron/contract/index.ts';

/** Result of a discovery that cannot load the USB library. */
const noUsb: Discovered = {
  address: 'hid:*',
  link: 'hid',
  verdict: 'unavailable',
  vendorId: null,
  productId: null,
  serialNumber: null,
  family: null,
  model: null,
  firmware: null,
  tookMs: 0,
  failure: new TillError('LINK_NOT_FOUND', 'hid devices cannot be listed: libusb-1.0.so.0: cannot open').toFailure(),
};

const found = async (...addresses: string[]) => {
  const named = addresses.map((address) => ({ address, isPractice: false }));
  const inForce = { mode: 'live', platform: null, terminals: named, people: [], printer: null } as const;
  const facts = { running: null, inForce: () => Promise.resolve(inForce), discover: () => Promise.resolve([noUsb]) };
  const [finding] = await ports(facts as unknown as CheckFacts);
  return finding;
};

test.each([
  ['problem', []],
  ['problem', ['tcp:10.0.0.7:9001', 'hid:B61378A']],
  ['note', ['tcp:10.0.0.7:9001']],
] as const)('the check reports unavailable USB as a %s for a till with the terminals %j', async (state, addresses) => {
  const finding = await found(...addresses);
  expect(finding).toMatchObject({ state, fault: 'usb-unavailable', of: 'USB' });
  expect(finding?.detail).toContain('libusb-1.0.so.0: cannot open');
  expect(finding?.detail).toContain('apt install libusb-1.0-0');
});

test('the check lists USB by discovery on this computer', async () => {
  expect((await listCandidates()).filter(({ address }) => address === 'hid:*')).toEqual([]);
});

test('the check lists firmware quirks with their terminal', async () => {
  const terminal = {
    ...noUsb,
    address: 'tcp:10.0.0.7:9001',
    verdict: 'terminal',
    model: 'VP3350',
    serialNumber: '630Z1',
    failure: null,
  } as const;
  const inForce = {
    mode: 'live',
    platform: null,
    terminals: [{ address: terminal.address }],
    people: [],
    printer: null,
  };
  const facts = {
    running: null,
    inForce: () => Promise.resolve(inForce),
    probe: () => Promise.resolve({ ...terminal, quirks: ['it answers a cancel after up to 3 s'] }),
  };
  const [finding] = await terminals(facts as unknown as CheckFacts);
  expect(finding).toMatchObject({
    state: 'ok',
    detail: 'VP3350, 630Z1; quirk of its firmware: it answers a cancel after up to 3 s',
  });
});
