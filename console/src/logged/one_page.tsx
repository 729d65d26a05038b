// One request: its faults, the refused body, and a command that repeats it.
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';

import { addressOf, get, type Schemas } from '../api';
import { goToPlace } from '../document/marked';
import { MarkedDocument } from '../document/marked_document';
import { documentText, placeOf, wordsAt, type DocumentText } from '../document/marked_text';
import { CopiedText } from '../parts/copied_text';
import { Facts } from '../parts/facts';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayRead, useSession } from '../queries';
import { requestTexts } from '../texts/requests';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { bodyFile, curlOf, tokenVariable } from './curl';
import { Outcome, senderOf } from './outcome';

type Request = Schemas['RequestAnswer']['data'];

const route = getRouteApi('/requests/$id');

export function RequestPage() {
  const { id } = route.useParams();
  return mayRead(useSession()) ? <OneRequest key={id} id={id} /> : <NoPage />;
}

function OneRequest({ id }: { id: string }) {
  const own = useTextsOf(requestTexts);
  const query = useQuery({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => get('/v2/requests/{id}', { id, signal }),
  });
  useTitle(own.heading);
  return (
    <div className="stack">
      <p>
        <Link to="/requests">{own.all}</Link>
      </p>
      <Loaded query={query}>{({ data }) => <Shown of={data} />}</Loaded>
    </div>
  );
}

function Shown({ of }: { of: Request }) {
  const { t, number, precise } = useTexts();
  const own = useTextsOf(requestTexts);
  return (
    <>
      <header>
        <div className="row">
          <h1>{own.heading}</h1>
          <span className="end">
            <Outcome of={of} />
          </span>
        </div>
        <p className="lead any">
          {of.method} {of.path}
        </p>
      </header>
      <div className="card stack">
        {of.message !== null && <p className="reason any">{of.message}</p>}
        <Facts
          of={[
            [t.at, precise(of.at)],
            [own.by, senderOf(of)],
            [own.took, filled(own.milliseconds, { took: number(of.tookMs) })],
            [own.size, filled(own.bytes, { count: number(of.bodyBytes) })],
            [own.error, of.detailCode ?? of.code],
            [own.requestId, <RequestId key="id" text={of.requestId} />, true],
          ]}
        />
      </div>
      <Repetition of={of} />
      {of.status >= 400 && <FaultsAndBody of={of} />}
    </>
  );
}

function RequestId({ text }: { text: string }) {
  const own = useTextsOf(requestTexts);
  return (
    <span className="stacked">
      <CopiedText text={text} />
      <span className="dim">{own.requestIdHelp}</span>
    </span>
  );
}

function Repetition({ of }: { of: Request }) {
  const { t } = useTexts();
  const own = useTextsOf(requestTexts);
  const clipboard = useClipboard();
  const shown = useRef<HTMLElement>(null);
  const command = curlOf({ ...of, url: addressOf(of.path) });
  // Browsers have a clipboard only with TLS. Then the user copies the selection.
  const copy = () => {
    if (shown.current) getSelection()?.selectAllChildren(shown.current);
    clipboard.copy(command);
  };
  const isFromFile = of.body === null && of.bodyBytes > 0;
  return (
    <section className="card stack tight" aria-label={own.repeat}>
      <div className="row">
        <h2>{own.repeat}</h2>
        <Button className="end" variant="default" size="xs" onClick={copy}>
          {clipboard.copied ? t.copied : own.copyCurl}
        </Button>
      </div>
      <p className="dim">
        {filled(own.repeatHelp, { variable: tokenVariable })} {own.repeatOmits}{' '}
        {isFromFile && filled(own.repeatFile, { file: bodyFile })}
      </p>
      <pre className="raw" tabIndex={0} role="region" aria-label={own.copyCurl}>
        <code ref={shown}>{command}</code>
      </pre>
      {clipboard.error && <p role="alert">{t.copyByHand}</p>}
    </section>
  );
}

/** The paths of faults begin at the body, and the paths of a marked text at "content". */
const markedPath = (path: string) => `content.${path}`;

function FaultsAndBody({ of }: { of: Request }) {
  const { t } = useTexts();
  const own = useTextsOf(requestTexts);
  const text = of.bodyEncoding === 'utf-8' ? (of.body ?? '') : '';
  const document = useMemo(() => documentText(text), [text]);
  const marked = useMemo(() => {
    const places = of.faults.map(({ path }) => placeOf(document, markedPath(path)));
    return new Set(places.filter((place) => place !== undefined));
  }, [document, of]);
  return (
    <div className="beside">
      {of.faults.length > 0 && (
        <section className="card stack" aria-label={t.faults}>
          <h2>{t.faults}</h2>
          <Faults of={of} document={document} />
        </section>
      )}
      <section className="card stack in-sight" aria-label={own.body}>
        <h2>{own.body}</h2>
        {of.body === null && <p className="dim">{own.bodyNotKept}</p>}
        {of.bodyEncoding === 'base64' && <p className="dim">{own.bodyNoText}</p>}
        {text !== '' && <MarkedDocument of={document} marked={marked} />}
      </section>
    </div>
  );
}

function Faults({ of, document }: { of: Request; document: DocumentText }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <>
      <ol className="faults">
        {of.faults.map((fault, index) => {
          const place = placeOf(document, markedPath(fault.path));
          return (
            <li key={index}>
              <strong className="any">{wordsAt(fault.path, texts)}</strong>{' '}
              {place === undefined ? (
                <code className="any">{fault.path}</code>
              ) : (
                <button type="button" className="to-place" onClick={() => goToPlace(place)}>
                  <code>{fault.path}</code>
                </button>
              )}
              <p className="any">{fault.message}</p>
            </li>
          );
        })}
      </ol>
      {of.faultCount > of.faults.length && (
        <p className="dim">{filled(t.faultsMore, { count: of.faultCount })}</p>
      )}
    </>
  );
}
