// Reading and JSON Schema say the same of every document: the same verdict, the same paths. Documents are the examples,
// and mutations of them. Each class of mutation is a test, and so is each difference that the decisions make.
import { judgeByAjv } from './ajv_side.mjs';
import { differences } from './differences.mjs';
import { Examples, lessOne, missingIn } from './examples.mjs';
import { copyOf, print } from './json_text.mjs';
import { kinds, sitesOf } from './model.mjs';
import { fieldMutations } from './mutations.mjs';
import { Random } from './random.mjs';
import { judgeByTradepost } from './tradepost.mjs';
import { Verdicts } from './verdicts.mjs';
import { breakingMutations, wholeMutations } from './whole_mutations.mjs';

const seed = Number(process.env.TRADEPOST_SEED ?? Math.floor(Math.random() * 2 ** 31));
// ./test --long goes on for so long; otherwise the rounds are made once.
const minutes = process.env.TRADEPOST_LONG ? Number(process.env.TRADEPOST_MINUTES ?? 10) : 0;
const rounds = [
  { of: ['ORDER'], documents: 10_000 },
  { of: ['ORDER_RESPONSE'], documents: 10_000 },
  { of: kinds, documents: 20_000 },
];
const batchDocuments = 2000;
const mutationsMax = 4;

console.log(`seed ${seed}`);
const random = new Random(seed);
const examples = new Examples();
const verdicts = new Verdicts(seed);

const mutations = [...fieldMutations, ...wholeMutations];
for (const { name } of [...mutations, ...breakingMutations]) verdicts.expect(name);

// A site where the mutation can be made, and it made there: {name, expects, path}; null where there is none.
function mutate(document, mutation) {
  if (mutation.whole) {
    mutation.whole(document, random);
    return { ...mutation, path: mutation.path };
  }
  const sites = sitesOf(document).filter(mutation.at);
  if (sites.length === 0) return null;
  const site = random.pick(sites);
  const path = mutation.change(site, random);
  return { ...mutation, path: typeof path === 'string' ? path : site.path };
}

function mutated(kind) {
  const example = examples.pick(kind, random);
  const document = copyOf(example.document);
  const made = [];
  for (let count = 1 + random.below(mutationsMax); count > 0; --count) {
    const mutation = mutate(document, random.pickWeighted(mutations));
    if (mutation) made.push(mutation);
  }
  if (!random.chance(0.08)) return { kind, example, document, made, text: print(document) };
  const breaking = random.pick(breakingMutations);
  if (breaking.whole) breaking.whole(document, random);
  const text = breaking.text ? breaking.text(print(document), random) : print(document);
  return { kind, example, document, made: [...made, breaking], text };
}

function judge(cases) {
  const judgements = judgeByTradepost(cases.map(({ text }) => text));
  cases.forEach((theCase, index) => verdicts.judge(theCase, judgements[index], judgeByAjv(theCase.text, theCase.kind)));
}

const asItIs = (example, document, made) => ({ kind: example.kind, example, document, made, text: print(document) });
judge(examples.all.map((example) => asItIs(example, example.document, [])));
for (const example of examples.named('minimal')) {
  const made = [{ name: `the example ${example.kind} minimal less one field`, expects: 'refused' }];
  judge(lessOne(example.document).map((document) => asItIs(example, document, made)));
}
for (const example of examples.named('full')) verdicts.hasEveryField(example, missingIn(example));

const end = Date.now() + minutes * 60_000;
do {
  for (const { of, documents } of rounds) {
    for (let left = documents; left > 0; left -= batchDocuments) {
      judge(Array.from({ length: Math.min(left, batchDocuments) }, () => mutated(random.pick(of))));
    }
  }
} while (Date.now() < end);
verdicts.differencesAreAllSeen(differences);
process.exitCode = verdicts.report();
