declare module 'virtual:theme.css' {}

declare module 'virtual:document_model' {
  import type { DocumentModel } from './document/model';
  const model: DocumentModel;
  export default model;
}
