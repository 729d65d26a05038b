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
