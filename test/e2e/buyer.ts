/** The customer with a phone: scans the code on the screen, opens the page and pays. */
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

// The package is CommonJS: the function is the `default` property of its default export.
const read = jsqr.default;

/**
 * Text of the QR code in a screenshot.
 * @throws Error when the screenshot contains no QR code
 */
export function decodeQr(screenshot: Buffer): string {
  const { data, width, height } = PNG.sync.read(screenshot);
  const found = read(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error('No QR code on the screen');
  return found.data;
}

/**
 * Opens the page of a payment link and pays there with one of its published choices.
 * @returns the HTML of the result page
 */
export async function payOnPhone(url: string, choice: string): Promise<string> {
  const page = await fetch(url);
  const text = await page.text();
  const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1];
  if (!page.ok || token === undefined) throw new Error(`The page cannot be paid: ${page.status} ${text.slice(0, 400)}`);
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams({ choice, form_token: token }) });
  return paid.text();
}
