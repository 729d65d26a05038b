import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface OfSection {
  title: string;
  /** The name of the button that adds an entry. */
  add: string;
  /** Undefined for users who may not add. */
  onAdd: (() => void) | undefined;
  children: ReactNode;
}

/** A list below its title, with a button that adds to it. */
export function TitledSection({ title, add, onAdd, children }: OfSection) {
  return (
    <section className="stack">
      <div className="row">
        <h2>{title}</h2>
        {onAdd && (
          <Button className="end" variant="default" size="xs" onClick={onAdd}>
            {add}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
