/**
 * Labels of an application choice that a terminal delegates to its host: notification 1803 02 02 (reference section 8).
 *
 * Tag 83 holds lines that end with 00, with 0A or with the field. The manual's example is a title and numbered lines:
 * `APPLICATION SELECT`, `1 - VISA CREDIT`, `2 - VISA DEBIT` (programmer's manual, tables 306 and 337).
 */
import { cleanLabel, MAX_CHOICES } from '../../shared/driver/application-choice.ts';

const numbered = /^\s*[0-9]{1,2}\s*[-.:)]\s*(.*)$/s;

/**
 * Labels that the cardholder can choose, in order. If any line is numbered, the lines without a number are titles;
 * otherwise every line is a choice. The answer (1802) counts from 0: the manual's example of a choice is 00 [inf].
 */
export function readChoices(bytes: Uint8Array): string[] {
  const lines = String.fromCharCode(...bytes)
    .split(/[\0\n]/)
    .filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) => numbered.exec(line)?.[1] ?? []);
  return (items.length > 0 ? items : lines).slice(0, MAX_CHOICES).map(cleanLabel);
}
