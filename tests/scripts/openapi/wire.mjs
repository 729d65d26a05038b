// HTTP as bytes: what a client library would not send can be sent, and what it would hide is seen.
import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const secondsBetweenRequests = 2;

/** The first whole answer among the bytes, or undefined. */
function answerIn(bytes, method) {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [statusLine, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const named = Object.fromEntries(headers.reverse()); // the first of each name
  const length = method === 'HEAD' ? 0 : Number(named['content-length'] ?? 0);
  const body = bytes.subarray(end + headEnd.length);
  if (body.length < length) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers: named, body: body.subarray(0, length).toString('utf8') };
}

/** Sends the bytes on a connection of their own and gives the answer to them. `open` never says that it has ended. */
export function exchangeBytes(port, bytes, { method = 'GET', seconds = 60 } = {}) {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks = [];
    const end = (verdict) => {
      clearTimeout(timer);
      socket.destroy();
      verdict();
    };
    const timer = setTimeout(() => end(() => failed(new Error(`no answer in ${seconds} s`))), seconds * 1000);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = answerIn(Buffer.concat(chunks), method);
      if (answer) end(() => done(answer));
    });
    socket.on('error', (error) => end(() => failed(error)));
    socket.on('end', () => {
      end(() => failed(new Error(`the connection ended after ${Buffer.concat(chunks).length} bytes`)));
    });
  });
}

/** Holds so many connections open; gives the function that lets go of them. They ask now and then: idle ones are ended. */
export async function holdConnections(port, count) {
  const request = bytesOf({ method: 'GET', path: '/healthz' }, port);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((done, failed) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(request));
          socket.on('error', failed);
          // One that is answered has been counted; one that is only connected perhaps not yet.
          socket.once('data', () => done(socket));
          socket.resume();
        }),
    ),
  );
  const asking = setInterval(() => sockets.forEach((socket) => socket.write(request)), secondsBetweenRequests * 1000);
  return () => {
    clearInterval(asking);
    sockets.forEach((socket) => socket.destroy());
  };
}

/** The bytes of a request. Headers that are null are left out. */
export function bytesOf({ method, path, token, headers = {}, body }, port) {
  const all = {
    Host: `127.0.0.1:${port}`,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    Accept: '*/*',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

export const ask = (port, request, options = {}) =>
  exchangeBytes(port, bytesOf(request, port), { method: request.method, ...options });
