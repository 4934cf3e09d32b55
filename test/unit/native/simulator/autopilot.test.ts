import { describe, expect, it } from 'vitest';
import { autopilotPlans, mmsFaults, startAutopilot, type AutopilotPlan } from '../../../../native/simulator/index.ts';
import { openBlob } from './host-side.ts';
import { testBench, type TestBench } from './test-bench.ts';

function pilot(plan: AutopilotPlan, options: Parameters<typeof testBench>[0] = {}): TestBench & { stop(): void } {
  const made = testBench(options);
  return { ...made, stop: startAutopilot(made.terminal, made.clock, plan) };
}

describe('the autopilot', () => {
  it('presents the card about 300 ms after the start, and removes it when asked (approve)', () => {
    const { clock, terminal, host, start, answer } = pilot(autopilotPlans.approve);
    start();
    clock.advance(299);
    expect(terminal.step).toBe('waiting-card');
    clock.advance(2_000);
    expect(openBlob(host.blob('0802')).data.get(0x5a)).toBe('4111111111111111');
    // The card stays in during authorization, because removing it would spoil the sale.
    clock.advance(10_000);
    expect(terminal.step).toBe('online');
    answer('00');
    clock.advance(2_000);
    expect(host.story.slice(-2)).toEqual(['0101 10010300', '0105 10000000']);
  });

  it('presents the card without funds (decline)', () => {
    const { clock, host, start } = pilot(autopilotPlans.decline);
    start();
    clock.advance(2_000);
    expect(openBlob(host.blob('0802')).data.get(0x5a)).toBe('5105105105105100');
  });

  it('presses the cancel key (cancel)', () => {
    const { clock, host, start } = pilot(autopilotPlans.cancel);
    start();
    clock.advance(1_000);
    expect(host.story).toEqual(['rsp 1001 01000000', '0105 00030200']);
  });

  it('enters the PIN when the card asks for it', () => {
    const { clock, host, start } = pilot({ card: 'pin' });
    start();
    clock.advance(3_000);
    expect(openBlob(host.blob('0802')).data.get(0x9f34)).toBe('440302');
  });

  it('uses the available reader', () => {
    const { clock, host, start } = pilot(autopilotPlans.approve);
    start({ readers: { msr: false, contact: false, contactless: true } });
    clock.advance(2_000);
    expect(host.story).toContain('0101 20080202');
  });

  it('removes the card after each sale, and serves several sales in a row', () => {
    const { clock, terminal, host, start, answer } = pilot(autopilotPlans.approve);
    for (let count = 1; count <= 3; count++) {
      start();
      clock.advance(2_000);
      answer('00');
      clock.advance(10_000);
      expect(terminal.face.display).toEqual(['READY']);
    }
    expect(host.story.filter((line) => line === '0105 10000000')).toHaveLength(3);
  });

  it('taps again after two cards at once', () => {
    const { clock, host, start } = pilot(
      { card: 'approve', present: 'tap' },
      { behaviours: [mmsFaults.unreadable('two-cards')] },
    );
    start();
    clock.advance(3_000);
    expect(host.story.slice(1)).toEqual(['0101 20010500', '0101 20010400', '0101 20080202']);
  });

  it('performs no gesture after it was stopped', () => {
    const { clock, terminal, start, stop } = pilot(autopilotPlans.approve);
    start();
    stop();
    clock.advance(5_000);
    expect(terminal.step).toBe('waiting-card');
  });
});
