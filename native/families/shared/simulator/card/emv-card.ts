/**
 * The chip's part of an EMV transaction: the application cryptogram of its online request (ARQC), and its check of the
 * bank's answer (ARPC). Test key and algorithms match electron/sandbox: cryptogram by ISO 9797-1 algorithm 3 with
 * padding method 2, answer by ARPC method 1 (EMV book 2, section 8.2).
 */
import { concatBytes, equalBytes, fromHex } from '../../../../framing/bytes.ts';
import { retailMac, tdesEncryptEcb, xorBytes } from './tdes.ts';

/** Key of all test cards: published, hence worthless. */
const TEST_CARD_KEY = fromHex('0123456789ABCDEFFEDCBA9876543210');

/** Application cryptogram types (EMV tag 9F27). */
export const cryptogramType = { declined: 0x00, approved: 0x40, onlineRequest: 0x80 } as const;

/** Tags whose values a cryptogram covers, in this order. */
const cryptogramTags = [0x9f02, 0x9f03, 0x9f1a, 0x95, 0x5f2a, 0x9a, 0x9c, 0x9f37, 0x82, 0x9f36] as const;

export type EmvValues = ReadonlyMap<number, Uint8Array>;

/** Cryptogram over a transaction's data, 8 bytes. @throws RangeError when a data element is missing. */
export function applicationCryptogram(values: EmvValues, key: Uint8Array = TEST_CARD_KEY): Uint8Array {
  return retailMac(key, coveredBy(values));
}

/**
 * Second cryptogram, after the bank's answer: TC or AAC by `type` (one of cryptogramType). On real cards the issuer
 * chooses the covered data; the test cards cover the first cryptogram's data and the type.
 */
export function completionCryptogram(values: EmvValues, type: number, key: Uint8Array = TEST_CARD_KEY): Uint8Array {
  return retailMac(key, concatBytes(coveredBy(values), Uint8Array.of(type)));
}

function coveredBy(values: EmvValues): Uint8Array {
  const parts = cryptogramTags.map((tag) => {
    const value = values.get(tag);
    if (!value) throw new RangeError(`no value for tag ${tag.toString(16).toUpperCase()}`);
    return value;
  });
  return concatBytes(...parts);
}

/**
 * Authorization response cryptogram (method 1) that the genuine issuer computes from `arqc` and its two-character
 * answer.
 */
export function responseCryptogram(
  arqc: Uint8Array,
  responseCode: Uint8Array,
  key: Uint8Array = TEST_CARD_KEY,
): Uint8Array {
  const padded = new Uint8Array(8);
  padded.set(responseCode.subarray(0, 2));
  return tdesEncryptEcb(key, xorBytes(arqc, padded));
}

/**
 * The chip's verdict on the bank's answer. `approved` and `declined` follow the bank. `refused`: the bank approved, but
 * its issuer authentication data (tag 91) is not genuine, so the card declines.
 */
export function checkAnswer(options: {
  arqc: Uint8Array;
  /** Tag 8A, two ASCII characters. */
  responseCode: Uint8Array;
  /** Tag 91: cryptogram and the code that it covers. Without it, 8A alone decides. */
  issuerAuthenticationData?: Uint8Array | undefined;
  key?: Uint8Array;
}): 'approved' | 'declined' | 'refused' {
  const { arqc, responseCode, issuerAuthenticationData: proof, key = TEST_CARD_KEY } = options;
  const isApproval = approvals.has(Buffer.from(responseCode).toString('latin1'));
  if (proof && proof.length > 0) {
    const covered = proof.subarray(8);
    const isGenuine =
      proof.length === 10 &&
      equalBytes(covered, responseCode) &&
      equalBytes(proof.subarray(0, 8), responseCryptogram(arqc, covered, key));
    if (!isGenuine) return isApproval ? 'refused' : 'declined';
  }
  return isApproval ? 'approved' : 'declined';
}

/** Response codes of approvals: approved, approved with identification, partial approval. */
const approvals: ReadonlySet<string> = new Set(['00', '08', '10', '11']);
