// Shows openapi.json in the language of the console, and sends requests with its session.
'use strict';

const texts = {
  en: {
    console: 'Console',
    documentation: 'Documentation',
    reference: 'API reference',
    signedIn: 'Requests that you try here are sent as {name}, and change data.',
    signedOut: 'Nothing can be tried here, because you are not signed in.',
    signIn: 'Sign in to the console',
  },
  de: {
    console: 'Konsole',
    documentation: 'Dokumentation',
    reference: 'API-Referenz',
    signedIn: 'Anfragen, die Sie hier ausprobieren, werden als {name} gesendet und ändern Daten.',
    signedOut: 'Hier lässt sich nichts ausprobieren, weil Sie nicht angemeldet sind.',
    signIn: 'An der Konsole anmelden',
  },
};
const kept = localStorage.getItem('tradepost_language');
const language = texts[kept] ? kept : navigator.language.startsWith('de') ? 'de' : 'en';
const t = texts[language];

for (const element of document.querySelectorAll('[data-text]')) {
  element.textContent = t[element.dataset.text];
  element.lang = language;
}

async function sessionOfConsole() {
  try {
    const answer = await fetch('../v2/session', { headers: { Accept: 'application/json' } });
    return answer.ok ? (await answer.json()).data : undefined;
  } catch {
    return undefined;
  }
}

function tell(session) {
  const place = document.getElementById('session');
  place.lang = language;
  if (session) {
    place.textContent = t.signedIn.replace('{name}', session.name);
    return;
  }
  const link = document.createElement('a');
  link.href = '../console';
  link.textContent = t.signIn;
  place.append(t.signedOut, ' ', link);
}

// The cookie of the session is the only token, and never leaves this origin.
function asConsole(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  request.headers = { ...request.headers, 'X-Tradepost-Console': '1' };
  return request;
}

const nothing = () => () => null;
const withoutTokens = () => ({ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } });

sessionOfConsole().then((session) => {
  tell(session);
  SwaggerUIBundle({
    url: '../openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    plugins: [withoutTokens],
    requestInterceptor: asConsole,
    showMutatedRequest: false,
    syntaxHighlight: { activated: false },
    supportedSubmitMethods: session ? ['get', 'post', 'put', 'patch', 'delete'] : [],
    validatorUrl: null,
  });
});
