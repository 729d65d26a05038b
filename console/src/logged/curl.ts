// A request as a command of curl, for a POSIX shell.

export interface SentRequest {
  method: string;
  /** The whole address. Its path and query are percent-encoded. */
  url: string;
  bodyBytes: number;
  /** Null if the exchange has not kept the body. */
  body: string | null;
  bodyEncoding: string | null;
}

/** The shell variable with the token, which the exchange does not keep. */
export const tokenVariable = 'TRADEPOST_TOKEN';
/** The file from which the command reads a body that the exchange has not kept. */
export const bodyFile = 'body.json';

/** Returns one word of a shell that is exactly this text. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

// The log keeps a method that the exchange refused, and such a method can have any characters.
const word = (method: string) => (/^[A-Za-z]+$/.test(method) ? method : quoted(method));

const ofMethod = (method: string, hasBody: boolean) => {
  if (method === 'HEAD') return ' --head';
  // With a body and no method, curl sends POST.
  return method === 'GET' && !hasBody ? '' : ` --request ${word(method)}`;
};

/** Returns the beginning of the command, and the option with the body. */
function bodyOf({ method, body, bodyEncoding, bodyBytes }: SentRequest): [string, string[]] {
  // The command curl refuses --head with a body.
  if (method === 'HEAD') return ['', []];
  if (body === null) return ['', bodyBytes === 0 ? [] : [`--data-binary @${bodyFile}`]];
  // The clipboard would change bytes that are not text.
  if (bodyEncoding === 'base64') return [`printf %s ${quoted(body)} | base64 -d | `, ['--data-binary @-']];
  // Unlike --data-binary, this option reads no file if the body begins with @.
  return ['', [`--data-raw ${quoted(body)}`]];
}

export function curlOf(request: SentRequest): string {
  const [before, body] = bodyOf(request);
  const options = [
    `--header "Authorization: Bearer $${tokenVariable}"`,
    ...(body.length > 0 ? [`--header 'Content-Type: application/json'`] : []),
    ...body,
  ];
  const command = `${before}curl${ofMethod(request.method, body.length > 0)} ${quoted(request.url)}`;
  return [command, ...options].join(' \\\n  ');
}
