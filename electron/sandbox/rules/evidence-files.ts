/** Recognises evidence files by content, never by name, and converts them to the format of downloads. Pure. */
import { inflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { limits } from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

/** A stored file. `isBroken` is true for a PNG that could not be read. */
export interface EvidenceFile {
  bytes: Uint8Array;
  extension: 'jpg' | 'jpeg' | 'pdf';
  contentType: 'image/jpeg' | 'application/pdf';
  isBroken: boolean;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Signature, length and name of the first chunk, width, height, five more bytes, checksum. */
const PNG_HEADER_BYTES = 33;
/** Longest side, pixels. A JPEG allows it, and a picture of `evidencePixels` never needs more. */
const MAX_SIDE = 16_384;
const JPEG_QUALITY = 85;

const notTaken = invalidField('file', 'Only JPEG, PDF and PNG files are evidence.', 'EVIDENCE_FORMAT_NOT_SUPPORTED');
const tooLarge = invalidField(
  'file',
  `A picture has at most ${limits.evidencePixels} pixels, and no side over ${MAX_SIDE}.`,
  'EVIDENCE_FILE_TOO_LARGE',
);

/** Size of the picture and whether it is interlaced, or null when the header is invalid. */
function readPngHeader(png: Buffer): { width: number; height: number; isInterlaced: boolean } | null {
  if (png.length < PNG_HEADER_BYTES || png.toString('latin1', 12, 16) !== 'IHDR' || png.readUInt32BE(8) !== 13)
    return null;
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  return width === 0 || height === 0 ? null : { width, height, isInterlaced: png.readUInt8(28) === 1 };
}

/**
 * Unpacks interlaced picture data within a size limit, because the library limits only pictures that are not
 * interlaced.
 * @throws when the data is invalid or longer than any picture of that size
 */
function checkPicture(png: Buffer, width: number, height: number): void {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
  }
  // Four channels of two bytes, and a filter byte for each line of each of seven passes.
  inflateSync(Buffer.concat(parts), { maxOutputLength: width * height * 8 + 7 * (height + 1) });
}

/** Converts onto a white background, since a JPEG has no transparency. */
function toJpeg(png: PNG): Uint8Array {
  const { data, width, height } = png;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = Math.round(((data[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return encode({ data, width, height }, JPEG_QUALITY).data;
}

function fromPng(png: Buffer): EvidenceFile | Refusal {
  const header = readPngHeader(png);
  if (!header) return notTaken;
  const { width, height, isInterlaced } = header;
  if (width * height > limits.evidencePixels || Math.max(width, height) > MAX_SIDE) return tooLarge;
  const converted = { extension: 'jpg', contentType: 'image/jpeg' } as const;
  try {
    if (isInterlaced) checkPicture(png, width, height);
    return { ...converted, bytes: toJpeg(PNG.sync.read(png)), isBroken: false };
  } catch {
    // The upload state reports every kind of damage as a failure.
    return { ...converted, bytes: new Uint8Array(), isBroken: true };
  }
}

/**
 * The stored form of an uploaded file, or the refusal.
 * @param name of the upload; used only to choose between `.jpg` and `.jpeg`
 */
export function readEvidence(bytes: Uint8Array, name: string): EvidenceFile | Refusal {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 8).equals(PNG_SIGNATURE)) return fromPng(buffer);
  if (buffer.length > 4 && buffer.readUIntBE(0, 3) === 0xffd8ff) {
    const extension = name.toLowerCase().endsWith('.jpeg') ? 'jpeg' : 'jpg';
    return { bytes, extension, contentType: 'image/jpeg', isBroken: false };
  }
  if (buffer.toString('latin1', 0, 5) === '%PDF-') {
    return { bytes, extension: 'pdf', contentType: 'application/pdf', isBroken: false };
  }
  return notTaken;
}

/** The download's name: the uploaded name without folder and extension, with the right extension. */
export function evidenceName(uploaded: string, extension: string): string {
  const bare = uploaded.split(/[/\\]/).at(-1) ?? '';
  const stem = bare
    .replace(/\.[A-Za-z0-9]{1,10}$/, '')
    .slice(0, 100)
    .trim();
  return `${stem === '' ? 'evidence' : stem}.${extension}`;
}
