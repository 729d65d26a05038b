declare module 'virtual:theme.css' {}

declare module 'virtual:document_model' {
  import type { DocumentModel } from './document/model';
  const model: DocumentModel;
  export default model;
}

declare module 'virtual:descriptions' {
  /** What model/documents.json says of each field of each type. */
  const descriptions: Record<string, Record<string, string>>;
  export default descriptions;
}

declare module 'virtual:german_fields' {
  /** The German names of fields, and of elements of lists, by model/german/fields.json. */
  const german: { fields: Record<string, string>; elements: Record<string, string> };
  export default german;
}
