declare module 'virtual:theme.css' {}

declare module 'virtual:document_model' {
  const model: import('./document/model').DocumentModel;
  export default model;
}

declare module 'virtual:descriptions' {
  /** The descriptions in model/documents.json, by type and field. */
  const descriptions: Record<string, Record<string, string>>;
  export default descriptions;
}

declare module 'virtual:samples' {
  /** A document of examples/ for each kind. */
  const samples: Record<string, import('./checking/sample').Example>;
  export default samples;
}

declare module 'virtual:german_fields' {
  /** The German names of fields and of list elements, from model/german/fields.json. */
  const german: { fields: Record<string, string>; elements: Record<string, string> };
  export default german;
}

declare module 'virtual:words' {
  interface OfLanguage {
    kinds: Record<string, string>;
    /** The names of fields that differ from the general ones. */
    fields: Record<string, string>;
    values: Record<string, string>;
    sentences: { payWithin: string; payWithDiscount: string };
  }
  /** The words of documents, from model/words.json. */
  const words: { english: OfLanguage; german: OfLanguage };
  export default words;
}
