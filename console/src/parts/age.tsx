import { useTexts } from '../texts/texts';

/** Says how long ago a moment was. The exact time is shown on hover. */
export function Age({ at }: { at: string }) {
  const { ago, moment } = useTexts();
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}
