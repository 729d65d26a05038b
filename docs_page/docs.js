// Shows openapi.json to read, in the colours that the browser asks for.
'use strict';

const dark = matchMedia('(prefers-color-scheme: dark)');
const takeColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
takeColours();
dark.addEventListener('change', takeColours);

// No requests are sent from here, so nothing asks for a token either.
const nothing = () => () => null;
const withoutTokens = () => ({ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } });

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  plugins: [withoutTokens],
  supportedSubmitMethods: [],
  validatorUrl: null,
});
