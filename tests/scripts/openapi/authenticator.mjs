// An authenticator app.
import { createHmac } from 'node:crypto';

/** The code of an authenticator app (RFC 6238), so many seconds later. */
export function codeOf(secret, later = 0) {
  const digits = [...secret].map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'));
  const key = Buffer.from(digits.join('').match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + later) / 30)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
