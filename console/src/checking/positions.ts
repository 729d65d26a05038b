// Places in the text that the user checks.

export interface Point {
  /** Both begin with 1. */
  line: number;
  column: number;
}

/** Returns the number of the byte that a sentence of the exchange names: … (byte 27). */
export function byteIn(sentence: string): number | undefined {
  const found = /\(byte (\d+)\)/i.exec(sentence)?.[1];
  return found === undefined ? undefined : Number(found);
}

const bytesOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Returns the index of the character that contains a byte of the text in UTF-8. */
export function indexOfByte(text: string, byte: number): number {
  let at = 0;
  for (let bytes = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    bytes += bytesOf(code);
    if (bytes > byte) return at;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

/** Returns the line and the column of a character. */
export function pointAt(text: string, index: number): Point {
  let line = 1;
  let begin = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < index; end = text.indexOf('\n', begin)) {
    line += 1;
    begin = end + 1;
  }
  return { line, column: index - begin + 1 };
}

/** Returns the index after the last character of the line. */
export function endOfLine(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end === -1 ? text.length : end;
}
