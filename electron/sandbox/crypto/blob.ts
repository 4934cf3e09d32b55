/**
 * Opens the message that an MMS terminal passes to its host for authorization (protocol reference, section 6):
 *
 *   LEN16  F9 { DFDF54 MAC KSN ; DFDF55 82 ; DFDF25 serial ; FA { 70 { … F8 { DFDF59 ciphertext ; DFDF56 KSN ;
 *          DFDF57 80 ; DFDF58 pad count } } } }  00-padding to 8  MAC4
 *
 * The MAC is verified before anything is decrypted.
 */
import { timingSafeEqual } from 'node:crypto';
import { counterOf, dataKey, macKey, transactionKey } from './dukpt-host.ts';
import { decryptCbc, encryptCbc } from './tdes.ts';
import { firstTlv, parseTlvs, TlvError, valueOf } from './tlv.ts';

/** Encryption types of DFDF57 and DFDF55: DUKPT with TDES, for data or for the MAC. */
const TDES_DATA = 0x80;
const TDES_MAC = 0x82;

/** Terminals that share a base derivation key. The first bytes of a KSN identify the set. */
export interface KeySet {
  keySetId: Buffer;
  baseDerivationKey: Buffer;
}

/** Published test keys of X9.24-1. Software terminals use these keys; terminals in shops never do. */
export const testKeySet: KeySet = {
  keySetId: Buffer.from('FFFF987654', 'hex'),
  baseDerivationKey: Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex'),
};

export type OpenedBlob =
  | { ok: true; keySerialNumber: string; plaintext: Buffer }
  | { ok: false; why: 'malformed' | 'unknown-key' | 'mac'; detail: string };

const refuse = (why: 'malformed' | 'unknown-key' | 'mac', detail: string): Extract<OpenedBlob, { ok: false }> => ({
  ok: false,
  why,
  detail,
});

/** @param isCounted true if the padding counts LEN16 as part of the padded blocks */
function readShell(blob: Buffer, isCounted: boolean) {
  const length = blob.readUInt16BE(0);
  const shell = firstTlv(blob.subarray(2));
  if (shell.tag !== 'F9') throw new TlvError(`Starts with ${shell.tag}, not F9`);
  if (shell.headerLength + shell.value.length !== length) throw new TlvError('LEN16 is not the length of F9');
  const signedLength = isCounted ? Math.ceil((2 + length) / 8) * 8 : 2 + Math.ceil(length / 8) * 8;
  if (blob.length !== signedLength + 4) throw new TlvError('Padding and MAC have the wrong length');
  const outer = parseTlvs(shell.value);
  const generic = valueOf(parseTlvs(valueOf(outer, 'FA') ?? Buffer.alloc(0)), '70');
  const sealed = generic ? valueOf(parseTlvs(generic), 'F8') : undefined;
  if (!sealed) throw new TlvError('No F8 inside FA and 70');
  const inner = parseTlvs(sealed);
  const need = (value: Buffer | undefined, tag: string) => {
    if (!value) throw new TlvError(`No ${tag}`);
    return value;
  };
  return {
    signed: blob.subarray(0, signedLength),
    mac: blob.subarray(signedLength),
    macKsn: need(valueOf(outer, 'DFDF54'), 'DFDF54'),
    macType: need(valueOf(outer, 'DFDF55'), 'DFDF55'),
    dataKsn: need(valueOf(inner, 'DFDF56'), 'DFDF56'),
    dataType: need(valueOf(inner, 'DFDF57'), 'DFDF57'),
    padCount: need(valueOf(inner, 'DFDF58'), 'DFDF58').readUIntBE(0, 1),
    ciphertext: need(valueOf(inner, 'DFDF59'), 'DFDF59'),
  };
}

/**
 * Verifies and decrypts one blob.
 * @returns the plaintext without its padding (the caller wipes it) and the KSN in upper-case hexadecimal
 */
export function openBlob(blob: Buffer, keys: KeySet): OpenedBlob {
  const shell = tryShell(blob, true);
  if ('why' in shell) return shell;
  const { dataKsn, macKsn } = shell;
  if (shell.macType.toString('hex') !== TDES_MAC.toString(16)) return refuse('malformed', 'MAC is not TDES DUKPT');
  for (const ksn of [dataKsn, macKsn]) {
    const unknown = unknownKey(ksn, keys);
    if (unknown) return unknown;
  }
  const expected = encryptCbc(macKey(transactionKey(keys.baseDerivationKey, macKsn)), shell.signed).subarray(-8);
  if (!timingSafeEqual(expected.subarray(0, 4), shell.mac)) return refuse('mac', 'The MAC does not verify');
  return decrypt(shell, keys);
}

/** Does the same as `openBlob` for a MagneSafe reader, whose MAC is always four zero bytes. */
export function openMagnesafeMessage(message: Buffer, keys: KeySet): OpenedBlob {
  const shell = tryShell(message, false);
  if ('why' in shell) return shell;
  if (shell.mac.some((byte) => byte !== 0)) return refuse('mac', 'Four zeros are expected at the end');
  return unknownKey(shell.dataKsn, keys) ?? decrypt(shell, keys);
}

type Shell = ReturnType<typeof readShell>;

function unknownKey(ksn: Buffer, keys: KeySet) {
  if (counterOf(ksn) === null) return refuse('unknown-key', 'Not a key serial number of a transaction');
  if (!ksn.subarray(0, keys.keySetId.length).equals(keys.keySetId)) return refuse('unknown-key', 'Unknown key set');
  return null;
}

function tryShell(blob: Buffer, isCounted: boolean): Shell | Extract<OpenedBlob, { ok: false }> {
  try {
    return readShell(blob, isCounted);
  } catch (error) {
    if (error instanceof TlvError || error instanceof RangeError) return refuse('malformed', error.message);
    throw error;
  }
}

function decrypt({ dataKsn, ciphertext, padCount, dataType }: Shell, keys: KeySet): OpenedBlob {
  if (dataType.toString('hex') !== TDES_DATA.toString(16)) return refuse('malformed', 'Data is not TDES DUKPT');
  if (ciphertext.length === 0 || ciphertext.length % 8 !== 0 || padCount >= 8 || padCount > ciphertext.length) {
    return refuse('malformed', 'Ciphertext is not in blocks of 8');
  }
  const padded = decryptCbc(dataKey(transactionKey(keys.baseDerivationKey, dataKsn)), ciphertext);
  if (padded.subarray(padded.length - padCount).some((byte) => byte !== 0)) {
    padded.fill(0);
    return refuse('malformed', 'Padding is not zero');
  }
  return {
    ok: true,
    keySerialNumber: dataKsn.toString('hex').toUpperCase(),
    plaintext: padded.subarray(0, padded.length - padCount),
  };
}
