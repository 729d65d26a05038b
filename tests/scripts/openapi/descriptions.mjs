// The texts of operations fit them: the id of an operation, which the code has too, says what its summary and the
// description of its good answer must name.

// The first word of an id: the methods and the status of a good answer, how the summary begins, what the answer is.
const done = (...words) => new RegExp(`\\b(is|are|was|were) (${words.join('|')})\\b`);
const shown = /^(?!.*(as a file|after the|\b(is|are) (added|created|removed|revoked|closed|discarded|stored|set)\b))/;
const changed = /after .*change|\b(is|are) (set|stored)\b/;
const verbs = {
  list: { methods: ['GET'], status: 200, begins: ['List'], says: /^(A page of|All) |^The webhook and its last/ },
  get: { methods: ['GET'], status: 200, begins: ['Get', 'Count', 'Check'], says: shown },
  export: { methods: ['GET'], status: 200, begins: ['Export'], says: /as a file/ },
  watch: { methods: ['GET'], status: 200, begins: ['Wait'], says: /^A stream/ },
  ping: { methods: ['GET'], status: 204, begins: ['Check'], says: shown },
  add: { methods: ['POST'], status: 201, begins: ['Add', 'Create'], says: done('added', 'created') },
  begin: { methods: ['POST'], status: 201, begins: ['Sign'], says: done('created'), also: { 200: /^No session begins/ } },
  send: { methods: ['POST'], status: 201, begins: ['Send'], says: done('stored and delivered') },
  post: { methods: ['POST'], status: 201, begins: ['Report'], says: done('stored') },
  requeue: { methods: ['POST'], status: 201, begins: ['Send'], says: done('sent again') },
  put: { methods: ['PUT'], status: 200, begins: ['Set', 'Change', 'Accept', 'Report'], says: changed },
  change: { methods: ['PATCH', 'PUT'], status: 200, begins: ['Change', 'Comment'], says: changed },
  edit: { methods: ['PATCH'], status: 200, begins: ['Change'], says: changed },
  report: { methods: ['POST'], status: 200, begins: ['Report'], says: done('stored') },
  validate: { methods: ['POST'], status: 200, begins: ['Validate'], says: /^The result / },
  derive: { methods: ['POST'], status: 200, begins: ['Derive'], says: /^The new document/ },
  test: { methods: ['POST'], status: 200, begins: ['Call'], says: /^The result / },
  redeliver: { methods: ['POST'], status: 200, begins: ['Send'], says: done('sent now') },
  replay: { methods: ['POST'], status: 200, begins: ['Send'], says: /^The result .*once more/ },
  move: { methods: ['POST'], status: 201, begins: ['Move'], says: done('moved') },
  discard: { methods: ['POST'], status: 200, begins: ['Discard'], says: done('discarded') },
  remove: { methods: ['DELETE'], status: 200, begins: ['Remove'], says: done('removed') },
  close: { methods: ['DELETE'], status: 200, begins: ['Close'], says: done('closed') },
  revoke: { methods: ['DELETE'], status: 200, begins: ['Revoke'], says: done('revoked') },
  look: { methods: ['POST'], status: 200, begins: ['Look'], says: shown },
  confirm: { methods: ['PUT'], status: 204, begins: ['Confirm'], says: done('confirmed') },
  replace: { methods: ['PUT'], status: 204, begins: ['Replace'], says: done('replaced') },
  use: { methods: ['POST'], status: 200, begins: ['Use'], says: done('used') },
  end: { methods: ['DELETE'], status: 204, begins: ['Sign', 'End'], says: done('ended') },
  unsubscribe: { methods: ['POST'], status: 204, begins: ['End'], says: done('unsubscribed') },
  request: { methods: ['POST'], status: 202, begins: ['Request'], says: done('accepted') },
  propose: { methods: ['POST'], status: 200, begins: ['Propose'], says: done('proposed') },
  start: { methods: ['PUT'], status: 200, begins: ['Start'], says: done('started') },
  stop: { methods: ['DELETE'], status: 200, begins: ['Stop'], says: done('stopped') },
  enable: { methods: ['PUT'], status: 200, begins: ['Enable'], says: done('enabled') },
};
// Participles that say the change of one method alone.
const reserved = [
  { says: done('added', 'created', 'sent again'), of: ({ method }, status) => method === 'POST' && status === 201 },
  { says: done('removed', 'closed', 'revoked', 'ended', 'deleted'), of: ({ method }) => method === 'DELETE' },
  { says: done('changed', 'set'), of: ({ method, id }) => ['PUT', 'PATCH'].includes(method) || id.startsWith('begin') },
];
const statusOf = {
  202: /stored, and is delivered when|request .* is accepted/,
  207: /^The answer to each /,
  302: /^A redirect /,
  303: /^A redirect /,
};

// The other words of an id, where the text has another one for it. Words that are not here stand in the text.
const words = {
  own: /caller/, any: /any participant|sender sees|of the operator/, all: /caller|all participants/, of: /./, as: /./, on: /./, one: /./,
  incoming: /pending/, trade: /trading/, sscc: /number/, open: /./, api: /API/, root: /console/, png: /PNG/, pdf: /PDF/, zpl: /ZPL/,
  transaction: /transaction|document/i, report: /report/i, readiness: /ready/, changes: /changed/, health: /health/,
  statistics: /counts/, deliveries: /deliver/, reference: /reference|docs`|first page of the documentation/, cases: /cases/,
  folder: /part/, at: /./, link: /link/,
};
const summaryWords = {
  ...words, own: /./, any: /any participant|any webhook|turn/, all: /all/, readiness: /accepts requests/, health: /alive|health/, statistics: /Count/, root: /start/,
  changes: /change/, api: /description/, session: /in$|out$|session/, ping: /exchange/, document: /document|description/,
  error: /error/i, reference: /reference|docs|documentation|description|error/, deliveries: /calls/, targets: /hosts/, partner: /partner/, png: /picture/, pdf: /PDF|$/, zpl: /printer/,
};

const wordsOf = (id) => id.replaceAll(/([A-Z])/g, ' $1').toLowerCase().split(' ');
const stem = (word) => (word.length > 4 ? word.replace(/y$/, '') : word);

/** What of the id the text does not say. */
function unsaid(id, text, meanings) {
  const [, ...rest] = wordsOf(id);
  return rest.filter((word) => {
    const literal = word.endsWith('s') ? word : stem(word);
    return meanings[word] ? !meanings[word].test(text) : !text.toLowerCase().includes(literal);
  });
}

/** Operations that both participants and operators have: a participant's is about the caller. */
function hasCounterpart(operation, operations) {
  const bare = (id) => wordsOf(id).filter((word) => !['own', 'any', 'all', 'of'].includes(word)).join(' ');
  const isFor = ({ security }, name) => security.some((scheme) => name in scheme);
  return isFor(operation, 'participant') && operations.some((other) => isFor(other, 'operator') && other.id !== operation.id && bare(other.id) === bare(operation.id));
}

const goodStatuses = ({ statuses }) => statuses.filter((status) => status < 400 && status !== 304);

/** What is wrong with the description of a good answer, in words. */
function faultsOfDescription(operation, status, text, operations) {
  const verb = verbs[wordsOf(operation.id)[0]];
  if (verb === undefined) return [`no row is there for the verb of ${operation.id}`];
  const special = statusOf[status] ?? verb.also?.[status];
  const says = special ?? verb.says;
  return [
    ...(verb.methods.includes(operation.method) ? [] : [`${operation.id} is a ${operation.method}`]),
    ...(status === verb.status || special ? [] : [`${operation.id} is answered with ${status}`]),
    ...(says.test(text) ? [] : [`${operation.id} ${status}: "${text}" is not ${says}`]),
    ...reserved.filter((one) => one.says.test(text) && !one.of(operation, status)).map((one) => `${operation.id} ${status}: "${text}" is ${one.says}`),
    ...unsaid(operation.id, text, words).map((word) => `${operation.id} ${status}: "${text}" says nothing of "${word}"`),
    ...(hasCounterpart(operation, operations) && !/caller/.test(text) ? [`${operation.id} ${status}: "${text}" says nothing of the caller`] : []),
    ...(operation.path.startsWith('/admin') && /caller/.test(text) ? [`${operation.id} ${status}: "${text}" is for participants`] : []),
  ];
}

function rowsOf(description) {
  return description.operations.flatMap((operation) =>
    goodStatuses(operation).map((status) => {
      const pointer = description.answerPointer(operation, status);
      return { operation, status, pointer, text: description.at(pointer).description };
    }),
  );
}

export function faultsOfDescriptions(description) {
  const rows = rowsOf(description);
  const faults = rows.flatMap(({ operation, status, text }) => faultsOfDescription(operation, status, text, description.operations));
  const first = new Map();
  for (const { operation, pointer, text } of rows) {
    const other = first.get(text);
    // One place in the model for several operations is how it says that they have the same answer.
    if (other && other.pointer !== pointer) faults.push(`${operation.id} and ${other.id} both say "${text}"`);
    first.set(text, { pointer, id: operation.id });
  }
  return faults;
}

/** Pairs of descriptions that could be swapped without a fault. */
export function unnoticedSwaps(description) {
  const rows = rowsOf(description);
  const isWrong = (row, text) => faultsOfDescription(row.operation, row.status, text, description.operations).length > 0;
  const pairs = rows.flatMap((one, index) => rows.slice(index + 1).map((other) => [one, other]));
  return pairs
    .filter(([one, other]) => one.pointer !== other.pointer && !isWrong(one, other.text) && !isWrong(other, one.text))
    .map(([one, other]) => `${one.operation.id} ${one.status} and ${other.operation.id} ${other.status}`);
}

export function faultsOfSummaries(description) {
  const seen = new Set();
  return description.operations.flatMap(({ id, summary }) => {
    const verb = verbs[wordsOf(id)[0]];
    const isRepeated = seen.has(summary);
    seen.add(summary);
    return [
      ...(isRepeated ? [`two operations have the summary "${summary}"`] : []),
      ...(verb?.begins.some((word) => new RegExp(`^${word}\\W`).test(summary)) ? [] : [`${id}: "${summary}" begins otherwise than ${verb?.begins}`]),
      ...unsaid(id, summary, summaryWords).map((word) => `${id}: "${summary}" says nothing of "${word}"`),
    ];
  });
}
