// A number of documents, which leads to the list of them.
import { Link } from '@tanstack/react-router';

import { filtersOf, type Filters } from '../search';
import { useTexts } from '../texts/texts';

/** Zero is not a link, because its list is empty. */
export function CountOfDocuments({ count, filters }: { count: number; filters: Partial<Filters> }) {
  const { number } = useTexts();
  if (count === 0) return number(count);
  return (
    <Link to="/transactions" search={filtersOf(filters)}>
      {number(count)}
    </Link>
  );
}
