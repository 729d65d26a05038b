import { Button } from '@mantine/core';

/** A link to a file. The browser shows a PDF in a separate tab, and prints it from there. */
export function ToFile({ href, name, about }: { href: string; name: string; about?: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      variant="default"
      size="xs"
      {...(about !== undefined && { 'aria-label': `${name} ${about}` })}
    >
      {name}
    </Button>
  );
}
