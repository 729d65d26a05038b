// Changes of a description, and whether they are additions. A comparison that misses one of the others is wrong.
const schema = (document, name) => document.components.schemas[name];
const operation = (document, path, method) => document.paths[path][method];

export const changes = [
  ['an operation that is removed is noticed', (d) => delete d.paths['/v2/transactions'].post],
  ['an operation with another id is noticed', (d) => { operation(d, '/v2/transactions', 'post').operationId = 'send'; }],
  ['a parameter that is removed is noticed', (d) => operation(d, '/v2/transactions', 'get').parameters.shift()],
  ['a parameter that becomes required is noticed', (d) => { operation(d, '/v2/transactions', 'get').parameters[0].required = true; }],
  ['a new parameter that is required is noticed', (d) => {
    operation(d, '/v2/transactions', 'get').parameters.push({ name: 'flow', in: 'query', required: true, schema: {} });
  }],
  ['an answer that is removed is noticed', (d) => delete operation(d, '/v2/transactions', 'post').responses[202]],
  ['a header of an answer that is removed is noticed', (d) => delete operation(d, '/v2/transactions', 'get').responses[200].headers['X-Request-Id']],
  ['a schema that is removed is noticed', (d) => delete d.components.schemas.WebhookPage],
  ['a property of an answer that is removed is noticed', (d) => delete schema(d, 'TransactionHead').properties.sender],
  ['a property of an answer that may be absent is noticed', (d) => schema(d, 'TransactionHead').required.pop()],
  ['a property of an answer with another type is noticed', (d) => { schema(d, 'Count').type = 'string'; }],
  ['a property of an answer that may be null is noticed', (d) => { schema(d, 'HasMore').type = ['boolean', 'null']; }],
  ['a property of a document that is removed is noticed', (d) => delete schema(d, 'InvoiceHeader').properties.invoiceDate],
  ['a kind that is removed is noticed', (d) => schema(d, 'Document').oneOf.pop()],
  ['a property of a request that is removed is noticed', (d) => delete schema(d, 'Report').properties.reason],
  ['a property of a request that becomes required is noticed', (d) => schema(d, 'Report').required.push('reason')],
  ['a property of a request that may not be null any more is noticed', (d) => { schema(d, 'Report').properties.reason.type = 'string'; }],
  ['a word of a request that is removed is noticed', (d) => schema(d, 'Scopes').items.enum.pop()],
  ['a bound of a request that becomes tighter is noticed', (d) => { schema(d, 'ReportItems').maxItems -= 1; }],
  ['an operation that needs another token is noticed', (d) => { operation(d, '/v2/transactions', 'get').security = [{ operator: [] }]; }],
  ['a new operation is an addition', (d) => { d.paths['/v2/new'] = { get: operation(d, '/v2/transactions', 'get') }; }, 'addition'],
  ['a new property of an answer is an addition', (d) => { schema(d, 'TransactionHead').properties.colour = { type: 'string' }; }, 'addition'],
  ['a new property of a request is an addition', (d) => { schema(d, 'Report').properties.colour = { type: 'string' }; }, 'addition'],
  ['a new word of an answer is an addition', (d) => schema(d, 'Status').enum.push('ARCHIVED'), 'addition'],
  ['a new answer is an addition', (d) => { operation(d, '/v2/transactions', 'post').responses[418] = { description: '' }; }, 'addition'],
  ['a wider bound of a request is an addition', (d) => { schema(d, 'ReportItems').maxItems += 1; }, 'addition'],
];
