import { describe, expect, it } from 'vitest';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { sale, testBench } from './test-bench.ts';

describe('texts on the display', () => {
  it('keep free text while idle, which a transaction covers and a reset removes', () => {
    const { clock, terminal, host } = testBench();
    expect(terminal.face.display).toEqual(['READY']);
    host.say(commands.displayFlexText(1, { lines: [undefined, 'Harbor Street Bakery', undefined, 'Open till six'] }));
    expect(terminal.face.display).toEqual(['Harbor Street Bakery', 'Open till six']);
    host.say(commands.startTransaction(2, sale));
    expect(terminal.face.display[0]).toBe('$12.34');
    host.say(commands.cancelTransaction(3));
    expect(terminal.face.display).toEqual(['CANCELED']);
    clock.advance(5_000);
    expect(terminal.face.display).toEqual(['Harbor Street Bakery', 'Open till six']);
    host.say(commands.displayFlexText(4, { lines: [] }));
    expect(terminal.face.display).toEqual(['READY']);
    host.say(commands.displayFlexText(5, { lines: ['Closed'] }));
    host.say(commands.reset(6));
    clock.advance(10_000);
    expect(terminal.face.display).toEqual(['READY']);
  });

  it('block other commands during fixed text with a time limit, and report its end', () => {
    const { clock, terminal, host } = testBench();
    host.say(commands.displayFixedText(1, { seconds: 2, stringId: 0x16 }));
    expect(terminal.face.display).toEqual(['PROCESSING']);
    host.say(commands.startTransaction(2, sale));
    clock.advance(2_000);
    host.say(commands.startTransaction(3, sale));
    expect(host.story).toEqual(['rsp 1803 01000000', 'rsp 1001 80020314', '1805 02010000', 'rsp 1001 01000000']);
  });

  it('keep fixed text without a time limit, and WELCOME restores READY', () => {
    const { terminal, host } = testBench();
    host.say(commands.displayFixedText(1, { seconds: 0, stringId: 0x0e }));
    expect(terminal.face.display).toEqual(['PLEASE WAIT']);
    expect(host.story).toEqual(['rsp 1803 00000000']);
    host.say(commands.displayFixedText(2, { seconds: 0, stringId: 0x14 }));
    expect(terminal.face.display).toEqual(['READY']);
  });

  it.each([
    [['chip', 'contactless', 'swipe'], 'TAP, INSERT OR SWIPE CARD'],
    [['chip', 'contactless'], 'TAP OR INSERT CARD'],
    [['contactless', 'swipe'], 'TAP OR SWIPE CARD'],
    [['chip', 'swipe'], 'INSERT OR SWIPE CARD'],
    [['contactless'], 'TAP CARD'],
    [['chip'], 'INSERT CARD'],
    [['swipe'], 'USE MAGSTRIPE'],
  ])('ask for the card by the active readers: %j', (on, line) => {
    const { terminal, host } = testBench();
    const readers = {
      msr: on.includes('swipe'),
      contact: on.includes('chip'),
      contactless: on.includes('contactless'),
    };
    host.say(commands.startTransaction(1, { ...sale, readers }));
    expect(terminal.face.display).toEqual(['$12.34', line]);
  });

  it.each([
    ['0978', 2, '€12.34'],
    ['0392', 0, '¥1234'],
    ['0756', 2, 'CHF 12.34'],
    ['0414', 3, 'KWD 1.234'],
    ['0999', 2, '0999 12.34'],
  ])('show the amount in its currency %s', (numericCurrency, currencyExponent, shown) => {
    const { terminal, host } = testBench();
    host.say(commands.startTransaction(1, { ...sale, numericCurrency, currencyExponent }));
    expect(terminal.face.display[0]).toBe(shown);
  });
});
