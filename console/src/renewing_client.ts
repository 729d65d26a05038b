import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A client that requests data again after a change, even while the first request for it is under way. The library
 * waits for the answer of that request, which may be from before the change.
 */
export class RenewingClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await super.invalidateQueries(filters, options);
    if (early.length === 0) return;
    await super.invalidateQueries({ predicate: (query) => early.includes(query) }, options);
  }
}
