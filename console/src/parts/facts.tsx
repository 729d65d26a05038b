import type { ReactNode } from 'react';

/** Shows names with their values. Empty values are left out. */
export function Facts({ of }: { of: [name: string, value: ReactNode, isWide?: boolean][] }) {
  const present = of.filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return (
    <dl className="facts">
      {present.map(([name, value, isWide]) => (
        <div key={name} className={isWide ? 'wide' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
